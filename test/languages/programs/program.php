<?php
// The work of a program, by the HTTP library that its first word names. Host and key are written in.
const HOST = "https://api.example.com";
const HEADERS = ["Authorization: Service-API-Key pk_live_written_in_0001", "Revision: 2026-07-15", "Content-Type: application/json"];

function by_curl(string $method, string $url, ?string $body): array
{
    static $curl = null;
    $curl ??= curl_init();
    $after = null;
    curl_setopt_array($curl, [
        CURLOPT_URL => $url,
        CURLOPT_CUSTOMREQUEST => $method,
        CURLOPT_POSTFIELDS => $body,
        CURLOPT_HTTPHEADER => HEADERS,
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_HEADERFUNCTION => function ($_, string $line) use (&$after): int {
            if (preg_match('/^retry-after: (\d+)/i', $line, $found)) $after = (int) $found[1];
            return strlen($line);
        },
    ]);
    $text = curl_exec($curl);
    return [curl_getinfo($curl, CURLINFO_RESPONSE_CODE), $after, $text];
}

function by_guzzle(string $method, string $url, ?string $body): array
{
    static $client = null;
    require_once "GuzzleHttp/autoload.php";
    $client ??= new GuzzleHttp\Client(["http_errors" => false]);
    $headers = [];
    foreach (HEADERS as $header) [$name, $headers[$name]] = explode(": ", $header, 2);
    $answer = $client->request($method, $url, ["headers" => $headers, "body" => $body]);
    return [$answer->getStatusCode(), (int) $answer->getHeaderLine("retry-after"), (string) $answer->getBody()];
}

function by_streams(string $method, string $url, ?string $body): array
{
    $http = ["method" => $method, "header" => HEADERS, "content" => $body, "ignore_errors" => true, "timeout" => 5];
    $text = @file_get_contents($url, false, stream_context_create(["http" => $http]));
    preg_match('/ (\d+)/', $http_response_header[0] ?? " 0", $status);
    preg_match('/retry-after: (\d+)/i', implode("\n", $http_response_header ?? []), $after);
    return [(int) $status[1], (int) ($after[1] ?? 0), $text];
}

function call(string $method, string $url, ?array $data = null): array
{
    global $argv;
    $body = $data === null ? null : json_encode(["data" => $data]);
    while (true) {
        [$status, $after, $text] = ("by_" . $argv[1])($method, str_starts_with($url, "https:") ? $url : HOST . $url, $body);
        if ($status !== 429) break;
        sleep($after);
    }
    if ($status < 200 || $status >= 300) exit("$method $url: $status\n");
    return json_decode($text ?: "{}", true);
}

$people = array_map(fn ($n) => ["type" => "profile", "attributes" => ["email" => "p$n@example.com"]], range(0, 9));
foreach ($people as $person) call("POST", "/api/profile-import", $person);
for ($n = 0; $n < 20; $n++) {
    $metric = ["data" => ["type" => "metric", "attributes" => ["name" => "Seen"]]];
    $attributes = ["unique_id" => "e$n", "metric" => $metric, "profile" => ["data" => $people[0]], "properties" => new stdClass()];
    call("POST", "/api/events", ["type" => "event", "attributes" => $attributes]);
}
$pages = $found = 0;
for ($url = "/api/profiles?page%5Bsize%5D=4"; $url; $url = $page["links"]["next"]) {
    $page = call("GET", $url);
    $pages++;
    $found += count($page["data"]);
}
$job = call("POST", "/api/profile-bulk-import-jobs", ["type" => "profile-bulk-import-job", "attributes" => ["profiles" => ["data" => $people]]]);
while ($job["data"]["attributes"]["status"] !== "complete") {
    usleep(200_000);
    $job = call("GET", "/api/profile-bulk-import-jobs/" . $job["data"]["id"]);
}
echo "$pages pages $found profiles {$job["data"]["attributes"]["status"]}\n";
