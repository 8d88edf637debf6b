<?php
require_once __DIR__ . "/Orders.php";

class OrdersTest extends PHPUnit\Framework\TestCase
{
    private array $sandbox = [];

    private function emulator(string $method, string $path, ?array $body = null): ?array
    {
        $curl = curl_init(getenv("SERVICE_EMULATOR_URL") . "/_emulator" . $path);
        $token = $this->sandbox ? ["x-emulator-token: " . $this->sandbox["token"]] : [];
        curl_setopt_array($curl, [CURLOPT_CUSTOMREQUEST => $method, CURLOPT_RETURNTRANSFER => true, CURLOPT_HTTPHEADER => $token]);
        if ($body !== null) curl_setopt($curl, CURLOPT_POSTFIELDS, json_encode($body));
        return json_decode(curl_exec($curl) ?: "null", true);
    }

    /** A sandbox for each test. */
    protected function setUp(): void
    {
        $this->sandbox = $this->emulator("POST", "/sandboxes", ["from" => "empty"]);
        Orders::$key = $this->sandbox["keys"][0]["key"];
    }

    public function testAnOrderArrives(): void
    {
        $this->assertSame(1, Orders::track("ada@example.com", "1001"));
        $this->assertNotEmpty($this->emulator("GET", "/state/events")["records"]);
    }

    public function testA429IsWaitedOut(): void
    {
        $this->emulator("POST", "/faults", ["operation" => "create_event", "status" => 429, "retryAfter" => 1, "times" => 1]);
        $this->assertSame(2, Orders::track("ada@example.com", "1002"));
        $statuses = array_column($this->emulator("GET", "/requests")["requests"], "status");
        $this->assertEqualsCanonicalizing([202, 429], $statuses);
    }
}
