require "json"
require "net/http"

# Sends an order. The host of the service is written in.
module Orders
  HOST = URI("https://api.example.com")
  @key = "pk_my_own_key"
  class << self
    attr_accessor :key

    # Returns after how many attempts the order was taken. It waits as long as Retry-After says.
    def track(email, order)
      event = {
        unique_id: order,
        metric: { data: { type: "metric", attributes: { name: "Placed Order" } } },
        profile: { data: { type: "profile", attributes: { email: email } } },
        properties: { OrderId: order }
      }
      body = JSON.generate(data: { type: "event", attributes: event })
      headers = { "authorization" => "Service-API-Key #{key}", "revision" => "2026-07-15", "content-type" => "application/json" }
      1.upto(5) do |attempt|
        answer = Net::HTTP.start(HOST.host, HOST.port, use_ssl: true, read_timeout: 10) { |http| http.post("/api/events", body, headers) }
        return attempt if answer.is_a?(Net::HTTPSuccess)
        raise "refused with #{answer.code}" unless answer.code == "429"
        sleep Integer(answer["retry-after"])
      end
      raise "gave up"
    end
  end
end
