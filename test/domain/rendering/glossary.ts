/** What the service's own filters and tags give: the template, its text, and where that is said. */
export type Entry = readonly [template: string, text: string, source: "glossary" | "guess"];

export const glossaryContext = {
  list: ["b", null, "a", "b"],
  people: [{ n: 3 }, { n: 1 }],
  event: { "a name": "v", $value: 9 },
  day: "2026-03-22",
};

export const glossary: readonly Entry[] = [
  ["{{ -1.2|abs }} {{ -1|abs }} {{ '-3'|abs }}", "1.2 1 3", "glossary"],
  ["{{ 'hello'|append:' world' }}", "hello world", "glossary"],
  ["{{ 1|at_least:5.0 }} {{ 9|at_least:5.0 }}", "5.0 9", "glossary"],
  ["{{ 1|at_most:-1.0 }} {{ 1|at_most:2.0 }}", "-1.0 1", "glossary"],
  ["{{ 'ü?>'|base64_encode }} {{ 'w7w='|base64_decode }}", "w7w/Pg== ü", "glossary"],
  [
    "{{ 'ü?>'|base64_url_safe_encode }} {{ 'w7w_Pg=='|base64_url_safe_decode|safe }}",
    "w7w_Pg== ü?>",
    "glossary",
  ],
  ["{{ 'ada L'|capitalize }} {{ 'ada'|capfirst }}", "Ada L Ada", "glossary"],
  ["{{ 5.01|ceil }} {{ '5.01'|ceil }} {{ 5|ceil }}", "6.0 6.0 5", "glossary"],
  ["{{ list|compact|join:',' }}", "b,a,b", "glossary"],
  ["{{ 'hello'|concat:' world' }}", "hello world", "glossary"],
  ["{{ 'hello'|count }}", "5", "glossary"],
  ["{{ 5|add:2 }} {{ 5.9|add:2 }}", "7 7", "glossary"],
  ["{{ day|format_date_string|date:'j M Y' }}", "22 Mar 2026", "glossary"],
  ["{{ event|lookup:'a name' }}{{ event|lookup:'$value' }}", "v9", "glossary"],
  ["{% today '%Y-%m-%d' %}", "2026-08-04", "glossary"],
  ["{% current_year %}", "2026", "glossary"],
  ["{{ 5|floatadd:2.5 }} {{ 5.5|floatadd:2.5 }} {{ 5|floatadd:2 }}", "7.5 8.0 7", "guess"],
  [
    "{{ 10|divide:4 }} {{ 10|divide:5 }} {{ 10.0|divide:5 }} {{ 1|divide:0 }}|",
    "2.5 2 2.0 |",
    "guess",
  ],
  ["{{ 5.99|floor }} {{ -5.5|floor }} {{ 3|floor }}", "5.0 -6.0 3", "guess"],
  ["{{ 2|multiply:3 }} {{ 2|times:1.5 }} {{ 7|subtract:2.0 }}", "6 3.0 5.0", "guess"],
  [
    "{{ 2.5|round }} {{ -2.5|round }} {{ 1.005|round:2 }} {{ 7|round:2 }}",
    "3.0 -3.0 1.01 7",
    "guess",
  ],
  ["{{ 1.21|round_up:1 }} {{ 1.29|round_down:1 }} {{ 1.5|round_up }}", "1.3 1.2 2.0", "guess"],
  ["{{ list|index:2 }} {{ list|compact|uniq|join:'' }}", "a ba", "guess"],
  [
    "{{ list|compact|sort|join:'' }} {% for p in people|sort:'n' %}{{ p.n }}{% endfor %}",
    "abb 13",
    "guess",
  ],
  [
    "{{ 'b'|prepend:'a' }} {{ 'abcb'|remove:'b' }} {{ 'a-b'|replace:'-','+' }}",
    "ab ac a+b",
    "guess",
  ],
  [
    "[{{ ' a '|strip }}] {{ 'xax'|strip:'x' }} {{ 'a,b'|split:','|join:'/' }}",
    "[a] a a/b",
    "guess",
  ],
  [
    "{% today %} {% current_day %} {% current_month_name %} {% current_weekday %}",
    "2026-08-04 04 August Tuesday",
    "guess",
  ],
  [
    "{% unsubscribe 'Leave' %}{% coupon_code 'SPRING' %}",
    "[unsubscribe_tag][coupon_code_tag]",
    "guess",
  ],
];
