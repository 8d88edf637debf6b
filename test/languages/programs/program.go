// The work of a program, by net/http. Host and key are written in.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

const host = "https://api.example.com"

type object map[string]interface{}

func call(method, url string, data object) object {
	if !strings.HasPrefix(url, "https:") {
		url = host + url
	}
	for {
		var body io.Reader
		if data != nil {
			text, _ := json.Marshal(object{"data": data})
			body = bytes.NewReader(text)
		}
		request, _ := http.NewRequest(method, url, body)
		request.Header.Set("authorization", "Service-API-Key pk_live_written_in_0001")
		request.Header.Set("revision", "2026-07-15")
		request.Header.Set("content-type", "application/json")
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		text, _ := io.ReadAll(answer.Body)
		answer.Body.Close()
		if answer.StatusCode == 429 {
			seconds, _ := strconv.Atoi(answer.Header.Get("retry-after"))
			time.Sleep(time.Duration(seconds) * time.Second)
			continue
		}
		if answer.StatusCode >= 300 {
			fmt.Fprintln(os.Stderr, method, url, answer.StatusCode)
			os.Exit(1)
		}
		found := object{}
		if len(text) > 0 {
			json.Unmarshal(text, &found)
		}
		return found
	}
}

func at(of interface{}, names ...string) interface{} {
	for _, name := range names {
		if known, ok := of.(object); ok {
			of = known[name]
		} else {
			of = of.(map[string]interface{})[name]
		}
	}
	return of
}

func main() {
	people := []object{}
	for n := 0; n < 10; n++ {
		email := fmt.Sprintf("p%d@example.com", n)
		people = append(people, object{"type": "profile", "attributes": object{"email": email}})
	}
	for _, person := range people {
		call("POST", "/api/profile-import", person)
	}
	for n := 0; n < 20; n++ {
		metric := object{"data": object{"type": "metric", "attributes": object{"name": "Seen"}}}
		attributes := object{"unique_id": fmt.Sprintf("e%d", n), "metric": metric, "profile": object{"data": people[0]}, "properties": object{}}
		call("POST", "/api/events", object{"type": "event", "attributes": attributes})
	}
	pages, found := 0, 0
	for url := "/api/profiles?page%5Bsize%5D=4"; url != ""; pages++ {
		page := call("GET", url, nil)
		found += len(page["data"].([]interface{}))
		url, _ = at(page, "links", "next").(string)
	}
	attributes := object{"profiles": object{"data": people}}
	job := call("POST", "/api/profile-bulk-import-jobs", object{"type": "profile-bulk-import-job", "attributes": attributes})
	for at(job, "data", "attributes", "status") != "complete" {
		time.Sleep(200 * time.Millisecond)
		job = call("GET", "/api/profile-bulk-import-jobs/"+at(job, "data", "id").(string), nil)
	}
	fmt.Println(pages, "pages", found, "profiles", at(job, "data", "attributes", "status"))
}
