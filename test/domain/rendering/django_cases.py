"""Writes django-cases.json: what Django itself makes of templates. Needs Django 3.2 (Debian: python3-django).

Each case is [source, template, text]; text null: Django refuses it. Run: python3 django_cases.py > django-cases.json
"""

import datetime, json, random, sys
import django
from django.conf import settings
from django.template import Context, Engine, TemplateSyntaxError

settings.configure(USE_TZ=False, USE_L10N=True)
django.setup()
now = datetime.datetime(2026, 8, 4, 13, 5)
context = {
    "name": "Ada Lovelace", "html": "<b>Tom & \"Jo\"</b>", "empty": "", "zero": 0, "none": None, "yes": True, "no": False,
    "n": 5, "big": 1234567, "neg": -3, "price": 3.456, "half": 2.5, "text": "it's a o'clock test, line one\nline two\n\nnew part",
    "many": "one two three four five", "list": ["b", "a", "c"], "nums": [3, 1, 2], "nested": ["States", ["Kansas", ["Lawrence", "Topeka"], "Illinois"]],
    "people": [{"name": "Zoe", "age": 31, "city": "Bonn"}, {"name": "Amy", "age": 7, "city": "Bonn"}, {"name": "Bob", "age": 19, "city": "Oslo"}],
    "pairs": [[1, "x"], [2, "y"]], "map": {"k": "v", "two": 2}, "url": "see www.example.com/a?b=1&c=2 or ada@example.com.",
    "rich": "<p>Joel <b>is a</b> <i>slug</i></p>", "none_list": [], "day": "2026-03-01", "number": "42", "decimal": "7.5",
}
dates = {"at": "2026-03-01T09:05:07", "noon": "2024-02-29T12:00:00", "night": "2025-12-31T00:00:00", "later": "2026-08-06T16:35:00"}
context_of = lambda: {**context, **{k: datetime.datetime.fromisoformat(v) for k, v in dates.items()}}

by_source = {
 "filters": """
{{ n|add:"2" }} {{ "5"|add:n }} {{ list|add:nums }} {{ name|add:"!" }} {{ name|add:n }}| {{ price|add:1 }}
{{ text|addslashes }} {{ name|capfirst }} {{ "ada"|capfirst }}
[{{ "Ada"|center:"10" }}] [{{ "Ada"|center:9 }}] [{{ "Adam"|center:9 }}] [{{ "Ada"|center:2 }}]
{{ name|cut:"a" }} {{ name|cut:" " }}
{{ at|date:"D d M Y" }} {{ at|date:"j F Y, H:i" }} {{ at|date:"jS \\o\\f N y" }} {{ at|date }} {{ day|date:"Y" }}|
{{ at|date:"a A b c d D f F g G h H i j l L m M n N o P s S t u U w W y Y z" }}
{{ noon|date:"a A b c d D f F g G h H i j l L m M n N o P s S t u U w W y Y z" }}
{{ night|date:"a A b c d D f F g G h H i j l L m M n N o P s S t u U w W y Y z" }}
{{ at|date:"DATE_FORMAT" }} {{ at|date:"DATETIME_FORMAT" }} {{ at|date:"SHORT_DATE_FORMAT" }} {{ at|date:"YEAR_MONTH_FORMAT" }} {{ at|time:"TIME_FORMAT" }}
{{ at }} {{ noon }} {{ none|date:"Y" }}| {{ at|time }} {{ at|time:"H:i" }} {{ noon|time }} {{ night|time }} {{ "x"|time }}|
{{ nothing|default:"nothing" }} {{ zero|default:"z" }} {{ empty|default:name }} {{ name|default:"x" }} {{ no|default:"n" }}
{{ none|default_if_none:"none" }} {{ empty|default_if_none:"none" }}| {{ nothing|default_if_none:"none" }}|
{% for p in people|dictsort:"name" %}{{ p.name }}{% endfor %} {% for p in people|dictsortreversed:"age" %}{{ p.age }}-{% endfor %} {% for p in pairs|dictsortreversed:0 %}{{ p.1 }}{% endfor %}
{{ n|divisibleby:"5" }} {{ n|divisibleby:2 }} {{ "21"|divisibleby:"7" }}
{{ html|escape }} {{ html|escape|escape }} {{ html|safe|escape }} {{ html|force_escape }} {{ html|safe|force_escape }}
{{ text|escapejs }} {{ html|escapejs }} {{ "a-b=c;d`e"|escapejs }}
{{ 123|filesizeformat }} {{ 1|filesizeformat }} {{ 1024|filesizeformat }} {{ 123456789|filesizeformat }} {{ neg|filesizeformat }} {{ 5000000000|filesizeformat }} {{ "x"|filesizeformat }} {{ "2048"|filesizeformat }}
{{ list|first }} {{ name|first }} {{ none_list|first }}| {{ list|last }} {{ name|last }} {{ none_list|last }}|
{{ 34.23234|floatformat }} {{ 34.00000|floatformat }} {{ 34.26000|floatformat }} {{ 34.23234|floatformat:3 }} {{ 34.00000|floatformat:3 }} {{ 34.26000|floatformat:"3" }}
{{ 34.23234|floatformat:"0" }} {{ 34.00000|floatformat:"0" }} {{ 39.56000|floatformat:"0" }} {{ 34.23234|floatformat:"-3" }} {{ 34.00000|floatformat:"-3" }} {{ 34.26000|floatformat:"-3" }}
{{ 34232.34|floatformat:"2g" }} {{ 34232.06|floatformat:"g" }} {{ 34232.00|floatformat:"-3g" }} {{ big|floatformat:"2g" }} {{ "x"|floatformat }}| {{ number|floatformat:2 }} {{ decimal|floatformat }} {{ 0.5|floatformat:0 }} {{ 1.5|floatformat:0 }} {{ -0.004|floatformat:2 }} {{ 13.1031|floatformat:"bar" }} {{ 2.005|floatformat:2 }}
{{ 123456789|get_digit:"2" }} {{ 123|get_digit:5 }} {{ 123|get_digit:0 }} {{ "x"|get_digit:1 }} {{ 0.0|get_digit:1 }}
{{ "?test=1&me=2"|iriencode }} {{ "S\u00f8r-Tr\u00f8ndelag"|iriencode }} {{ "fran\u00e7ois & jill"|iriencode }}
{{ list|join:" // " }} {{ "text"|join:"-" }} {{ list|join:html }} {{ none|join:", " }}|
{{ list|json_script:"id" }} {{ map|json_script:"m" }} {{ html|json_script:"h" }} {{ price|json_script:"p" }} {{ none|json_script:"x" }}
{{ list|length }} {{ name|length }} {{ map|length }} {{ n|length }} {{ nothing|length }} {{ list|length_is:"3" }} {{ name|length_is:3 }}
{{ text|linebreaks }}|{{ html|linebreaks }}|{{ rich|safe|linebreaks }}
{{ text|linebreaksbr }}|{{ html|linebreaksbr }}|{{ text|linenumbers }}
[{{ "Ada"|ljust:"10" }}] [{{ "Ada"|rjust:"10" }}] [{{ "Ada"|ljust:2 }}] [{{ html|rjust:30 }}]
{{ name|lower }} {{ name|upper }} {{ html|upper }} {{ html|safe|upper }} {{ html|safe|lower }} {{ n|upper }}
{{ "Joel"|make_list }} {{ 123|make_list }} {{ "800-COLLECT"|phone2numeric }}
{{ zero|pluralize }}| {{ 1|pluralize }}| {{ 2|pluralize }}| {{ 2|pluralize:"es" }} {{ 1|pluralize:"y,ies" }} {{ 2|pluralize:"y,ies" }} {{ "1"|pluralize }}| {{ list|pluralize }} {{ "x"|pluralize }}| {{ 1|pluralize:"a,b,c" }}| {{ 0.5|pluralize }}
{{ list|pprint }} {{ name|pprint }} {{ none|pprint }} {{ map|pprint }}
{{ name|slice:":2" }} {{ name|slice:"1:" }} {{ name|slice:"-3:" }} {{ name|slice:"::2" }} {{ name|slice:"::-1" }} {{ list|slice:":2" }} {{ list|slice:"1" }} {{ list|slice:"0::2" }} {{ n|slice:":2" }} {{ name|slice:"x" }}
{{ "Joel is a slug"|slugify }} {{ "  \u00c9t\u00e9 -- d'hier_ "|slugify }} {{ html|slugify }} {{ "a\u00df-\u4f60"|slugify }}
{{ 10|stringformat:"E" }} {{ n|stringformat:"03d" }} {{ price|stringformat:".1f" }} {{ name|stringformat:"s" }} {{ name|stringformat:"r" }} {{ 255|stringformat:"x" }} {{ 255|stringformat:"X" }} {{ price|stringformat:"8.2f" }} {{ price|stringformat:"+.2f" }} {{ n|stringformat:"-4d" }}| {{ name|stringformat:"d" }}| {{ price|stringformat:"g" }} {{ big|stringformat:"g" }} {{ price|stringformat:"e" }} {{ price|stringformat:"d" }} {{ name|stringformat:".3s" }} {{ name|stringformat:"z" }}|
{{ rich|striptags }} {{ "a < b <i>c</i>"|striptags }} {{ html|striptags }}
{{ at|timesince:later }} {{ at|timeuntil:noon }} {{ later|timesince:at }} {{ noon|timesince:at }} {{ night|timesince:at }} {{ later|timeuntil:at }} {{ none|timesince }}| {{ "x"|timesince }}|
{{ text|title }} {{ "my FIRST post-it 1ST o'brien's"|title }} {{ "\u00e9t\u00e9 d'hier"|title }}
{{ many|truncatechars:7 }} {{ many|truncatechars:0 }} {{ many|truncatechars:100 }} {{ many|truncatechars:"x" }} {{ html|truncatechars:4 }} {{ many|truncatechars:1 }}
{{ rich|safe|truncatechars_html:7 }} {{ rich|safe|truncatechars_html:100 }} {{ rich|safe|truncatewords_html:2 }} {{ rich|safe|truncatewords_html:0 }}| {{ "<p>one <a href='x'>two three<br>four</a></p>"|truncatewords_html:3 }} {{ "a &amp; b c"|truncatewords_html:2 }}
{{ many|truncatewords:2 }} {{ many|truncatewords:0 }} {{ many|truncatewords:9 }} {{ text|truncatewords:4 }} {{ many|truncatewords:"x" }}
{{ nested|unordered_list }} {{ list|unordered_list }} {{ "x"|unordered_list|default:"-" }}
{{ "https://www.example.org/foo?a=b&c=d"|urlencode }} {{ "http://example.org/"|urlencode:"" }} {{ "a b/\u00fc?"|urlencode }} {{ "a/b c"|urlencode:"/ " }}
{{ url|urlize }} {{ "Check out www.djangoproject.com"|urlize }} {{ "https://a.example/x(y)"|urlize }} {{ "(http://a.example)."|urlize }} {{ "a.example.org, b"|urlize }} {{ "no link"|urlize }}
{{ "Check out www.djangoproject.com"|urlizetrunc:15 }} {{ "http://short.example"|urlizetrunc:99 }} {{ html|urlize }}
{{ "Joel is a slug"|wordcount }} {{ empty|wordcount }} {{ "Joel is a slug"|wordwrap:5 }} {{ many|wordwrap:9 }} {{ many|wordwrap:12 }}
{{ yes|yesno:"yeah,no,maybe" }} {{ no|yesno:"yeah,no,maybe" }} {{ none|yesno:"yeah,no,maybe" }} {{ none|yesno:"yeah,no" }} {{ yes|yesno }} {{ yes|yesno:"x" }} {{ nothing|yesno }}
{% for x in list|safeseq %}{{ x }}{% endfor %} {{ list|safeseq|join:"<" }} {% autoescape off %}{{ html|join:"," }}{% endautoescape %}
""",
 "tags": """
{% autoescape off %}{{ html }}{% endautoescape %}{{ html }}
{% autoescape on %}{% autoescape off %}{{ html }}{% endautoescape %}{{ html }}{% endautoescape %}
{% autoescape %}{% endautoescape %}
a{% comment "why" %}{{ x|nosuch }}{% nosuch %}{% endcomment %}b
{% for i in nums %}{% cycle "a" "b" %}{% endfor %}
{% for i in nums %}{% cycle html n as c %}/{{ c }};{% endfor %}
{% for i in nums %}{% cycle "a" "b" as c silent %}{{ c }}{{ i }}{% endfor %}
{% cycle "a" "b" as c %}{% cycle c %}{% cycle c %}
{% for i in nums %}{% cycle "a" "b" "c" %}{% if i == 1 %}{% resetcycle %}{% endif %}{% endfor %}
{% for x in list %}{% cycle "1" "2" as r %}{% for y in nums %}{% cycle "p" "q" %}{% endfor %}{% resetcycle r %}{% endfor %}
{% cycle %}
{% cycle nosuch %}{% cycle nosuch2 %}|
{% resetcycle %}
{% filter upper %}a {{ name }} <b>{% endfilter %}
{% filter force_escape|lower %}A <B> & {{ html }}{% endfilter %}
{% filter escape %}x{% endfilter %}
{% firstof nothing none name "x" %}
{% firstof nothing none "f<b>" %}
{% firstof nothing html %}
{% firstof nothing empty %}|
{% firstof zero "z" as v %}{{ v }}{{ v }}
{% firstof %}
{% for i in list %}{{ forloop.counter }}{{ forloop.counter0 }}{{ forloop.revcounter }}{{ forloop.revcounter0 }}{{ forloop.first }}{{ forloop.last }}{{ i }};{% endfor %}
{% for i in list reversed %}{{ i }}{% endfor %}
{% for i in none_list %}x{% empty %}e{{ name }}{% endfor %}
{% for i in nothing %}x{% empty %}e{% endfor %}
{% for i in none %}x{% empty %}e{% endfor %}
{% for a, b in pairs %}{{ a }}={{ b }};{% endfor %}
{% for a,b in pairs %}{{ a }}={{ b }};{% endfor %}
{% for k, v in map.items %}{{ k }}:{{ v }},{% endfor %}
{% for k in map %}{{ k }}{% endfor %}
{% for c in "abc" %}{{ c }}.{% endfor %}
{% for c in many|slice:":3" %}{{ c }}.{% endfor %}
{% for x in pairs %}{% for y in x %}{{ forloop.parentloop.counter }}{{ y }} {% endfor %}{% endfor %}
{% for x in nums %}{% for y in list %}{% for z in pairs %}{{ forloop.parentloop.parentloop.counter }}{% endfor %}{% endfor %}{% endfor %}
{% for x in nums|dictsort:"x" %}{{ x }}{% empty %}e{% endfor %}
{% for %}{% endfor %}
{% for x nums %}{% endfor %}
{% for x in nums %}
{% for x in nums %}{% endif %}
{% for x of nums %}{% endfor %}
{% if name %}y{% else %}n{% endif %}{% if not name %}y{% else %}n{% endif %}
{% if zero %}0{% elif none %}N{% elif n > 4 %}5{% else %}e{% endif %}
{% if %}{% endif %}
{% if name %}
{% if a b %}{% endif %}
{% if name %}{% else %}{% elif x %}{% endif %}
{% if name == %}{% endif %}
{% else %}
{% for p in people %}{% ifchanged p.city %}<{{ p.city }}>{% else %}-{% endifchanged %}{{ p.name }}{% endfor %}
{% for p in people %}{% ifchanged %}{{ p.city }}{% endifchanged %};{% endfor %}
{% for p in people %}{% ifchanged p.city p.age %}x{% endifchanged %}{% endfor %}
{% for x in nums %}{% for p in people %}{% ifchanged p.city %}c{% endifchanged %}{% endfor %}/{% endfor %}
{% lorem 3 w %}
{% lorem 1 p %}
{% lorem %}
{% now "Y-m-d H:i" %}
{% now "jS F Y" as d %}{{ d }}|{{ d }}
{% now "\\Y\\e\\a\\r Y" %}
{% now %}
{% regroup people by city as cities %}{% for c in cities %}{{ c.grouper }}:{% for p in c.list %}{{ p.name }},{% endfor %};{% endfor %}
{% regroup people by city as cities %}{% for g, l in cities %}{{ g }}{{ l|length }}{% endfor %}
{% regroup people by name|first as cities %}{% for c in cities %}{{ c.grouper }}{% endfor %}
{% regroup people by city %}
{% spaceless %} <p> <a href="x"> Foo </a> </p> {% endspaceless %}|
{% spaceless %}<strong> x {{ name }}</strong>  <b>y</b>{% endspaceless %}
{% templatetag openblock %}{% templatetag closevariable %}{% templatetag openbrace %}{% templatetag opencomment %}
{% templatetag nosuch %}
{% templatetag %}
{% verbatim %}{{ name }}{% if %}{% endverbatim %}{{ n }}
{% verbatim my %}{{ a }}{% verbatim %}{% endverbatim %}{% endverbatim my %}{{ n }}
{% verbatim %}{{ a }}
{% widthratio n 10 100 %} {% widthratio 175 200 100 %} {% widthratio 50 100 5 %} {% widthratio n zero 5 %} {% widthratio name 1 5 %}|
{% widthratio 35 100 10 as w %}{{ w }}
{% widthratio n 10 %}
{% with total=n name2=name|lower %}{{ total }}{{ name2 }}{% endwith %}{{ total }}|
{% with n as m %}{{ m }}{% endwith %}{{ m }}|
{% with a=1 b=a %}{{ b }}|{% endwith %}
{% with %}{% endwith %}
{% with n %}{% endwith %}
{% nosuchtag %}
{% include "x" %}
{% extends "x" %}
{% load i18n %}
{% url "x" %}
""",
 "conditions": None,
 "variables": """
{{ name }} {{ n }} {{ price }} {{ yes }} {{ none }} {{ list }} {{ map }} {{ nothing }}|
{{ people.0.name }} {{ people.9.name }}| {{ map.k }} {{ map.nope }}| {{ name.0 }} {{ pairs.1.1 }}
{{ html }} {{ html|safe }} {{ "<b>" }} {{ '<i>' }} {{ _("text") }}
{{ 3.0 }} {{ 1e3 }} {{ 3 }} {{ -3 }} {{ +3 }} {{ .5 }} {{ 10.50 }} {{ 1.5e2 }}
{{ half }} {{ big }} {{ neg }} {{ 0.1 }} {{ 100000000000000000000.0 }} {{ 0.00001 }} {{ 123456789012345678.0 }}
{{ True }} {{ False }} {{ None }}
{{ _private }}
{{ map._x }}
{{ name }
{{ }}
{{ name|  }}
{{ name|upper:"x" }}
{{ name|default }}
{{ name|default: "y" }}
{{ name|default :"y" }}
{{ name | upper }} {{ name| lower }} {{ name |upper }}
{{name}}{{  name  }}
{{ name|upper|lower|title }}
{{ name|nosuch }}
{{ name.upper }|
{{ a b }}
{{ "a }}
{{ a.b.c.d }}|{{ n.x }}|{{ list.x }}|{{ none.x }}|
{{ "say \\"hi\\"" }} {{ 'it\\'s' }} {{ "a\\\\b" }}
{{ name|default:'it' }}{{ empty|default:"a'b" }}
{# {{ name }} #}x{# multi
line #}y
{% if name %}{{ name }}{% endif
%}
{{ name
}}
{ { name } } {{{ n }}} {%%}
{%  if n  %}y{%endif%}
""",
}
signs = ["==", "!=", "<", "<=", ">", ">=", "in", "not in", "is", "is not"]
conditions = [f"{{% if {a} {s} {b} %}}y{{% else %}}n{{% endif %}}" for s in signs for a, b in
    [("n", "5"), ("n", "'5'"), ("name", "'Ada Lovelace'"), ("nothing", "None"), ("n", "price"), ("'a'", "list"), ("none", "n")]]
conditions += ["{% if " + c + " %}y{% else %}n{% endif %}" for c in [
    "n > 1 and zero or name", "zero or none or empty", "not zero and not none", "not not n", "n > 1 > 0", "1 < n < 3", "n == 5 == True", "name|lower == 'ada lovelace'",
    "list|length > 2", "'k' in map", "'v' in map", "1 in nums and 'a' in list", "yes is True", "1 is True", "no is not None", "n in nums or n not in nums", "nothing.x.y", "nothing == nothing2",
    "price > 3 and price < 4", "'Ada' in name == True", "n == 5.0", "list == list", "yes == 1", "not n == 5", "zero == False", "name and (n)", "a = b", "n >", "and n", "n not 5", "none_list", "map", "'' or 0.0", "'x'", "nums.0 > nums.1", "n|add:1 == 6", "html|length == 14 and n|divisibleby:5"]]

def outcome(template, extra=None):
    return Engine().from_string(template).render(Context({**context_of(), **(extra or {})}))

class Now(datetime.datetime):
    @classmethod
    def now(cls, tz=None):
        return now
import django.template.defaulttags as tags, django.utils.timesince as since
tags.datetime = Now

def pieces(line):
    """Each output of a line for itself, so that a case says one thing."""
    if line.startswith("{{") and " {{" in line and "{%" not in line:
        return [p if p.startswith("{{") else "{{" + p for p in line.split(" {{")]
    return [line]

def chains(count):
    dice = random.Random(41)
    values = ["name", "html", "n", "price", "list", "nums", "text", "many", "zero", "none", "empty", "rich", "number", "at", "yes", "neg", "nothing"]
    filters = ["add:2", "addslashes", "capfirst", "center:9", "cut:'a'", "default:'d'", "default_if_none:'d'", "escape", "escapejs", "first", "floatformat:2", "force_escape", "join:'-'", "last", "length", "linebreaksbr", "linebreaks", "ljust:8", "lower", "make_list", "pluralize", "rjust:8", "safe", "slice:'1:4'", "slugify", "stringformat:'s'", "striptags", "title", "truncatechars:6", "truncatewords:2", "upper", "urlencode", "wordcount", "wordwrap:6", "yesno:'a,b,c'", "date:'Y'", "filesizeformat", "get_digit:1", "iriencode", "safeseq", "unordered_list", "urlize", "truncatechars_html:5", "phone2numeric", "linenumbers", "time:'H:i'", "divisibleby:2", "length_is:3", "dictsort:0", "slice:'::-1'"]
    found = set()
    while len(found) < count:
        chain = "|".join([dice.choice(values), *dice.sample(filters, dice.randint(2, 4))])
        if "text" in chain.split("|") and "wordwrap" in chain:
            continue  # Debian's Django drops empty lines there, later ones keep them.
        try:
            outcome("{{ " + chain + " }}")
        except Exception:
            continue
        found.add("{{ " + chain + " }}")
    return sorted(found)

cases = []
def add(source, template):
    try:
        text = outcome(template)
    except TemplateSyntaxError:
        text = None
    except Exception as error:
        print(f"left out, {type(error).__name__}: {template}", file=sys.stderr)
        return
    cases.append([source, template, text])

for source, lines in by_source.items():
    templates = conditions if lines is None else [t for line in lines.strip("\n").split("\n") for t in ([line] if source == "tags" else pieces(line))]
    for template in templates:
        add(source, template.replace("\\n", "\n") if source != "filters" else template)
add("variables", "{# {{ name }} #}x{# multi\nline #}y")
add("variables", "{{ name\n}}")
for template in chains(330):
    add("chains", template)
rows = ",\n".join(json.dumps(case, ensure_ascii=True) for case in cases)
print('{"context": ' + json.dumps(context) + ',\n"dates": ' + json.dumps(dates) + ',\n"cases": [\n' + rows + "\n]}")
