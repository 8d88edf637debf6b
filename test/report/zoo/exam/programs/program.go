// The work of a client in Go. The options are lines at the mark.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand"
	"net/http"
	"os"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

var _ = rand.Int63n
var _ = time.Second
var _ = context.Background

func main() {
	rand.Seed(time.Now().UnixNano())
	client := retryablehttp.NewClient()
	client.Logger = nil
	client.HTTPClient.Timeout = 5 * time.Second
	// OPTIONS
	url, key := os.Getenv("SERVICE_EMULATOR_URL"), os.Getenv("SERVICE_EMULATOR_API_KEY")
	ask := func(method, to string, body []byte) {
		request, err := retryablehttp.NewRequest(method, to, nil)
		if body != nil {
			request, err = retryablehttp.NewRequest(method, to, bytes.NewReader(body))
		}
		must(err)
		request.Header.Set("authorization", "Service-API-Key "+key)
		request.Header.Set("revision", "2026-07-15")
		if body != nil {
			request.Header.Set("content-type", "application/json")
		}
		answer, err := client.Do(request)
		must(err)
		defer answer.Body.Close()
		text, err := io.ReadAll(answer.Body)
		must(err)
		if answer.StatusCode >= 400 {
			must(fmt.Errorf("status %d", answer.StatusCode))
		}
		var read interface{}
		if len(text) > 0 {
			must(json.Unmarshal(text, &read))
		}
	}
	for _, name := range []string{"lists", "segments", "tags", "metrics", "coupons"} {
		ask(http.MethodGet, url+name+"/api/"+name, nil)
	}
	for _, name := range []string{"one", "two", "three"} {
		body := fmt.Sprintf(`{"data":{"type":"event","attributes":{"unique_id":%q,"properties":{},"metric":{"data":{"type":"metric","attributes":{"name":"Zoo"}}},"profile":{"data":{"type":"profile","attributes":{"email":%q}}}}}}`, name, name+"@example.com")
		ask(http.MethodPost, url+name+"/api/events", []byte(body))
	}
	fmt.Println("done")
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
