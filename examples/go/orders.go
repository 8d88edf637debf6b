// Package orders sends orders. The host of the service is written in.
package orders

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"
)

// Key is the private key of the account.
var Key = "pk_my_own_key"

type object map[string]interface{}

// Track returns after how many attempts the order was taken. It waits as long as Retry-After says.
func Track(email, order string) (int, error) {
	body, err := json.Marshal(object{"data": object{"type": "event", "attributes": object{
		"unique_id":  order,
		"metric":     object{"data": object{"type": "metric", "attributes": object{"name": "Placed Order"}}},
		"profile":    object{"data": object{"type": "profile", "attributes": object{"email": email}}},
		"properties": object{"OrderId": order},
	}}})
	if err != nil {
		return 0, err
	}
	for attempt := 1; attempt <= 5; attempt++ {
		request, err := http.NewRequest("POST", "https://api.example.com/api/events", bytes.NewReader(body))
		if err != nil {
			return 0, err
		}
		request.Header.Set("authorization", "Service-API-Key "+Key)
		request.Header.Set("revision", "2026-07-15")
		request.Header.Set("content-type", "application/json")
		answer, err := (&http.Client{Timeout: 10 * time.Second}).Do(request)
		if err != nil {
			return 0, err
		}
		answer.Body.Close()
		if answer.StatusCode < 300 {
			return attempt, nil
		}
		if answer.StatusCode != 429 {
			return 0, fmt.Errorf("refused with %d", answer.StatusCode)
		}
		seconds, _ := strconv.Atoi(answer.Header.Get("retry-after"))
		time.Sleep(time.Duration(seconds) * time.Second)
	}
	return 0, fmt.Errorf("gave up")
}
