<?php
/** Sends an order. The host of the service is written in. */
class Orders
{
    public static string $key = "pk_my_own_key";

    /** Returns after how many attempts the order was taken. It waits as long as Retry-After says. */
    public static function track(string $email, string $order): int
    {
        $event = [
            "unique_id" => $order,
            "metric" => ["data" => ["type" => "metric", "attributes" => ["name" => "Placed Order"]]],
            "profile" => ["data" => ["type" => "profile", "attributes" => ["email" => $email]]],
            "properties" => ["OrderId" => $order],
        ];
        for ($attempt = 1; $attempt <= 5; $attempt++) {
            $after = 0;
            $curl = curl_init("https://api.example.com/api/events");
            curl_setopt_array($curl, [
                CURLOPT_HTTPHEADER => ["authorization: Service-API-Key " . self::$key, "revision: 2026-07-15", "content-type: application/json"],
                CURLOPT_POSTFIELDS => json_encode(["data" => ["type" => "event", "attributes" => $event]]),
                CURLOPT_RETURNTRANSFER => true,
                CURLOPT_TIMEOUT => 10,
                CURLOPT_HEADERFUNCTION => function ($_, string $line) use (&$after): int {
                    if (preg_match('/^retry-after: (\d+)/i', $line, $found)) $after = (int) $found[1];
                    return strlen($line);
                },
            ]);
            curl_exec($curl);
            $status = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
            if ($status >= 200 && $status < 300) return $attempt;
            if ($status !== 429) throw new RuntimeException("refused with $status");
            sleep($after);
        }
        throw new RuntimeException("gave up");
    }
}
