// The work of a program, by the HTTP library that its first word names. Host and key are written in.
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

class Program {
  static final String HOST = "https://api.example.com";
  static final String[] HEADERS = {
    "authorization", "Service-API-Key pk_live_written_in_0001", "revision", "2026-07-15", "content-type", "application/json"
  };

  record Answer(int status, String retryAfter, String text) {}

  interface Ask { Answer ask(String method, String url, String body) throws Exception; }

  static final HttpClient client = HttpClient.newHttpClient();

  static Answer byHttpClient(String method, String url, String body) throws Exception {
    var publisher = body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body);
    var request = HttpRequest.newBuilder(URI.create(url)).headers(HEADERS).method(method, publisher).build();
    var answer = client.send(request, HttpResponse.BodyHandlers.ofString());
    return new Answer(answer.statusCode(), answer.headers().firstValue("retry-after").orElse(null), answer.body());
  }

  static Answer byUrlConnection(String method, String url, String body) throws Exception {
    var connection = (HttpURLConnection) new URL(url).openConnection();
    connection.setRequestMethod(method);
    for (int n = 0; n < HEADERS.length; n += 2) connection.setRequestProperty(HEADERS[n], HEADERS[n + 1]);
    if (body != null) {
      connection.setDoOutput(true);
      connection.getOutputStream().write(body.getBytes());
    }
    int status = connection.getResponseCode();
    InputStream stream = status < 400 ? connection.getInputStream() : connection.getErrorStream();
    return new Answer(status, connection.getHeaderField("retry-after"), stream == null ? "" : new String(stream.readAllBytes()));
  }

  static Ask by;

  static String call(String method, String url, String data) throws Exception {
    String body = data == null ? null : "{\"data\":" + data + "}";
    while (true) {
      Answer answer = by.ask(method, url.startsWith("https:") ? url : HOST + url, body);
      if (answer.status() == 429) {
        Thread.sleep(1000L * Integer.parseInt(answer.retryAfter()));
        continue;
      }
      if (answer.status() >= 300) throw new RuntimeException(method + " " + url + ": " + answer.status());
      return answer.text();
    }
  }

  static Optional<String> field(String name, String text) {
    Matcher found = Pattern.compile("\"" + name + "\": *\"([^\"]*)\"").matcher(text);
    return found.find() ? Optional.of(found.group(1)) : Optional.empty();
  }

  static String person(int n) {
    return "{\"type\":\"profile\",\"attributes\":{\"email\":\"p" + n + "@example.com\"}}";
  }

  public static void main(String[] args) throws Exception {
    by = args[0].equals("HttpClient") ? Program::byHttpClient : Program::byUrlConnection;
    for (int n = 0; n < 10; n++) call("POST", "/api/profile-import", person(n));
    for (int n = 0; n < 20; n++) {
      String metric = "{\"data\":{\"type\":\"metric\",\"attributes\":{\"name\":\"Seen\"}}}";
      String attributes = "{\"unique_id\":\"e" + n + "\",\"metric\":" + metric + ",\"profile\":{\"data\":" + person(0) + "},\"properties\":{}}";
      call("POST", "/api/events", "{\"type\":\"event\",\"attributes\":" + attributes + "}");
    }
    int pages = 0, found = 0;
    for (var url = Optional.of("/api/profiles?page%5Bsize%5D=4"); url.isPresent(); pages++) {
      String page = call("GET", url.get(), null);
      found += page.split("\"email\":", -1).length - 1;
      url = field("next", page);
    }
    String all = IntStream.range(0, 10).mapToObj(Program::person).collect(Collectors.joining(","));
    String jobs = "/api/profile-bulk-import-jobs";
    String job = call("POST", jobs, "{\"type\":\"profile-bulk-import-job\",\"attributes\":{\"profiles\":{\"data\":[" + all + "]}}}");
    String id = field("id", job).get();
    while (!field("status", job).get().equals("complete")) {
      Thread.sleep(200);
      job = call("GET", jobs + "/" + id, null);
    }
    System.out.println(pages + " pages " + found + " profiles " + field("status", job).get());
  }
}
