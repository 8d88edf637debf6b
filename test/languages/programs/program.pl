# The work of a program, by the HTTP library that its first word names. Host and key are written in.
use strict;
use warnings;
use JSON::PP;

my ($host, $key) = ("https://api.example.com", "pk_live_written_in_0001");
my %headers = ("Authorization" => "Service-API-Key $key", "Revision" => "2026-07-15", "Content-Type" => "application/json");

my %by = (
  "LWP::UserAgent" => sub {
    require LWP::UserAgent;
    my $agent = LWP::UserAgent->new;
    return sub {
      my ($method, $url, $body) = @_;
      my $answer = $agent->request(HTTP::Request->new($method, $url, [%headers], $body));
      return ($answer->code, scalar $answer->header("Retry-After"), $answer->content);
    };
  },
  "HTTP::Tiny" => sub {
    require HTTP::Tiny;
    my $agent = HTTP::Tiny->new(default_headers => \%headers, verify_SSL => 1);
    return sub {
      my ($method, $url, $body) = @_;
      my $answer = $agent->request($method, $url, defined $body ? { content => $body } : {});
      return ($answer->{status}, $answer->{headers}{"retry-after"}, $answer->{content});
    };
  },
  "Mojo::UserAgent" => sub {
    require Mojo::UserAgent;
    my $agent = Mojo::UserAgent->new;
    return sub {
      my ($method, $url, $body) = @_;
      my $answer = $agent->start($agent->build_tx($method, $url, \%headers, $body // ""))->res;
      return ($answer->code // 0, $answer->headers->header("Retry-After"), $answer->body);
    };
  },
);
my $ask = $by{ $ARGV[0] }->();

sub call {
  my ($method, $path, $data) = @_;
  my $url = $path =~ /^https:/ ? $path : $host . $path;
  while (1) {
    my ($status, $retry_after, $text) = $ask->($method, $url, $data && encode_json({ data => $data }));
    if ($status == 429) { sleep $retry_after; next }
    die "$method $url: $status\n" unless $status >= 200 && $status < 300;
    return $text ? decode_json($text) : {};
  }
}

my @people = map { { type => "profile", attributes => { email => "p$_\@example.com" } } } 0 .. 9;
call("POST", "/api/profile-import", $_) for @people;
for my $n (0 .. 19) {
  my $metric = { data => { type => "metric", attributes => { name => "Seen" } } };
  my $attributes = { unique_id => "e$n", metric => $metric, profile => { data => $people[0] }, properties => {} };
  call("POST", "/api/events", { type => "event", attributes => $attributes });
}
my ($url, $pages, $found) = ("/api/profiles?page%5Bsize%5D=4", 0, 0);
while ($url) {
  my $page = call("GET", $url);
  ($url, $pages, $found) = ($page->{links}{next}, $pages + 1, $found + @{ $page->{data} });
}
my $attributes = { profiles => { data => \@people } };
my $job = call("POST", "/api/profile-bulk-import-jobs", { type => "profile-bulk-import-job", attributes => $attributes });
until ($job->{data}{attributes}{status} eq "complete") {
  select(undef, undef, undef, 0.2);
  $job = call("GET", "/api/profile-bulk-import-jobs/$job->{data}{id}");
}
print "$pages pages $found profiles $job->{data}{attributes}{status}\n";
