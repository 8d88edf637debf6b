# A sync with Faraday and its middleware for retries: profiles are read, a list is kept, events are sent.
require "json"
require "faraday"
require "faraday_middleware"

RETRY = { max: 4, interval: 0.1, backoff_factor: 2, interval_randomness: 0.5, retry_statuses: [429, 500, 502, 503, 504],
          methods: %i[get post] }.freeze
CLIENT = Faraday.new(url: ENV.fetch("SERVICE_EMULATOR_URL"), request: { timeout: 5 }) do |faraday|
  faraday.request :json
  faraday.response :raise_error
  faraday.response :json
  faraday.request :retry, RETRY
  faraday.headers["authorization"] = "Service-API-Key #{ENV.fetch("SERVICE_EMULATOR_API_KEY")}"
  faraday.headers["revision"] = "2026-07-15"
end

def ask(method, path, body = nil)
  CLIENT.run_request(method, path, body, nil).body
end

ids = []
page = "/api/profiles?page[size]=2"
while page
  document = ask(:get, page)
  ids += document["data"].map { |each| each["id"] }
  page = document["links"]["next"]
end
list = ask(:get, "/api/lists")["data"].find { |each| each["attributes"]["name"] == "Synced" }
list ||= ask(:post, "/api/lists", { data: { type: "list", attributes: { name: "Synced" } } })["data"]
ask(:post, "/api/lists/#{list["id"]}/relationships/profiles", { data: ids.map { |id| { type: "profile", id: id } } })
ids.first(3).each do |id|
  metric = { data: { type: "metric", attributes: { name: "Synced" } } }
  profile = { data: { type: "profile", id: id, attributes: {} } }
  attributes = { unique_id: "sync-#{id}", properties: {}, metric: metric, profile: profile }
  ask(:post, "/api/events", { data: { type: "event", attributes: attributes } })
end
puts "#{ids.length} profiles synced"
