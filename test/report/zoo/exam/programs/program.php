<?php
// The work of a client in PHP: `php program.php LIBRARY DECIDER DELAY`. Both texts are functions, as code.
require "GuzzleHttp/autoload.php";

use GuzzleHttp\Client;
use GuzzleHttp\HandlerStack;
use GuzzleHttp\Middleware;

[, , $decider, $delay] = $argv + [3 => ""];
$url = getenv("SERVICE_EMULATOR_URL");
$headers = ["authorization" => "Service-API-Key " . getenv("SERVICE_EMULATOR_API_KEY"), "revision" => "2026-07-15"];

$stack = HandlerStack::create();
$retried = Middleware::retry(eval("return $decider;"), $delay === "" ? null : eval("return $delay;"));
$stack->push($retried);
$client = new Client(["handler" => $stack, "timeout" => 5]);

function read($answer) {
    $text = (string) $answer->getBody();
    return $text === "" ? [] : json_decode($text, true, 512, JSON_THROW_ON_ERROR);
}

foreach (["lists", "segments", "tags", "metrics", "coupons"] as $name) {
    read($client->request("GET", "$url$name/api/$name", ["headers" => $headers]));
}
foreach (["one", "two", "three"] as $name) {
    $metric = ["data" => ["type" => "metric", "attributes" => ["name" => "Zoo"]]];
    $profile = ["data" => ["type" => "profile", "attributes" => ["email" => "$name@example.com"]]];
    $attributes = ["unique_id" => $name, "properties" => new stdClass(), "metric" => $metric, "profile" => $profile];
    $body = json_encode(["data" => ["type" => "event", "attributes" => $attributes]]);
    $sent = $headers + ["content-type" => "application/json"];
    read($client->request("POST", "$url$name/api/events", ["headers" => $sent, "body" => $body]));
}
echo "done\n";
