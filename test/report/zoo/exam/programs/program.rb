# The work of a client in Ruby: `ruby program.rb LIBRARY SETTING PASTED...`. All texts are options, as code.
require "faraday"
require "json"

given = ARGV.drop(1).map { |text| eval("{ #{text} }") }.reduce(:merge)
url = ENV["SERVICE_EMULATOR_URL"]
headers = { "authorization" => "Service-API-Key #{ENV["SERVICE_EMULATOR_API_KEY"]}", "revision" => "2026-07-15" }

connection = Faraday.new(request: { timeout: 5 }) do |faraday|
  faraday.request :retry, given
  faraday.adapter :net_http
end

read = lambda do |answer|
  raise "status #{answer.status}" if answer.status >= 400
  answer.body.to_s.empty? ? {} : JSON.parse(answer.body)
end

%w[lists segments tags metrics coupons].each do |name|
  read.(connection.get("#{url}#{name}/api/#{name}", nil, headers))
end
%w[one two three].each do |name|
  metric = { data: { type: "metric", attributes: { name: "Zoo" } } }
  profile = { data: { type: "profile", attributes: { email: "#{name}@example.com" } } }
  body = { data: { type: "event", attributes: { unique_id: name, properties: {}, metric: metric, profile: profile } } }
  read.(connection.post("#{url}#{name}/api/events", body.to_json, headers.merge("content-type" => "application/json")))
end
puts "done"
