# The work of a program, by the HTTP library that its first word names. Host and key are written in.
require "json"
require "net/http"

HOST, KEY = "https://api.example.com", "pk_live_written_in_0001"
HEADERS = { "Authorization" => "Service-API-Key #{KEY}", "Revision" => "2026-07-15", "Content-Type" => "application/json" }.freeze

def by_net_http
  lambda do |method, url, body|
    uri = URI(url)
    Net::HTTP.start(uri.host, uri.port, use_ssl: true) do |http|
      answer = http.send_request(method, uri.request_uri, body, HEADERS)
      [answer.code.to_i, answer["retry-after"], answer.body]
    end
  end
end

def by_open_uri
  require "open-uri"
  rest = by_net_http
  lambda do |method, url, body|
    next rest.call(method, url, body) unless method == "GET"
    URI(url).open(HEADERS) { |answer| [answer.status[0].to_i, nil, answer.read] }
  end
end

def by_faraday
  require "faraday"
  client = Faraday.new(headers: HEADERS)
  lambda do |method, url, body|
    answer = client.run_request(method.downcase.to_sym, url, body, nil)
    [answer.status, answer.headers["retry-after"], answer.body]
  end
end

def by_typhoeus
  require "typhoeus"
  lambda do |method, url, body|
    answer = Typhoeus::Request.new(url, method: method.downcase.to_sym, body: body, headers: HEADERS).run
    [answer.code, answer.headers["retry-after"], answer.body]
  end
end

ask = send("by_#{ARGV[0].tr('/-', '_')}")
call = lambda do |method, url, data = nil|
  body = data && JSON.generate(data: data)
  loop do
    status, retry_after, text = ask.call(method, url.start_with?("https:") ? url : HOST + url, body)
    next sleep(Integer(retry_after)) if status == 429
    abort "#{method} #{url}: #{status}" unless (200..299).cover?(status)
    break text.to_s.empty? ? {} : JSON.parse(text)
  end
end

people = Array.new(10) { |n| { type: "profile", attributes: { email: "p#{n}@example.com" } } }
people.each { |person| call.call("POST", "/api/profile-import", person) }
20.times do |n|
  metric = { data: { type: "metric", attributes: { name: "Seen" } } }
  attributes = { unique_id: "e#{n}", metric: metric, profile: { data: people[0] }, properties: {} }
  call.call("POST", "/api/events", { type: "event", attributes: attributes })
end
url, pages, found = "/api/profiles?page%5Bsize%5D=4", 0, 0
while url
  page = call.call("GET", url)
  url, pages, found = page["links"]["next"], pages + 1, found + page["data"].size
end
attributes = { profiles: { data: people } }
job = call.call("POST", "/api/profile-bulk-import-jobs", { type: "profile-bulk-import-job", attributes: attributes })
until job["data"]["attributes"]["status"] == "complete"
  sleep 0.2
  job = call.call("GET", "/api/profile-bulk-import-jobs/#{job['data']['id']}")
end
puts "#{pages} pages #{found} profiles #{job['data']['attributes']['status']}"
