package orders

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"testing"
)

type sandbox struct {
	ID, Token string
	Keys      []struct{ Key string }
}

// control asks the control API, for one sandbox if there is a token.
func control(t *testing.T, token, method, path string, body, found interface{}) {
	t.Helper()
	text := []byte{}
	if body != nil {
		text, _ = json.Marshal(body)
	}
	request, _ := http.NewRequest(method, os.Getenv("SERVICE_EMULATOR_URL")+"/_emulator"+path, bytes.NewReader(text))
	request.Header.Set("x-emulator-token", token)
	if token == "" {
		request.Header.Del("x-emulator-token")
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	read, _ := io.ReadAll(answer.Body)
	if answer.StatusCode >= 300 {
		t.Fatal(string(read))
	}
	if found != nil {
		json.Unmarshal(read, found)
	}
}

// begin makes a sandbox for one test.
func begin(t *testing.T) sandbox {
	var made sandbox
	control(t, "", "POST", "/sandboxes", object{"from": "empty"}, &made)
	Key = made.Keys[0].Key
	t.Cleanup(func() { control(t, "", "DELETE", "/sandboxes/"+made.ID, nil, nil) })
	return made
}

func TestWaitsOutA429(t *testing.T) {
	own := begin(t)
	fault := object{"operation": "create_event", "status": 429, "retryAfter": 1, "times": 1}
	control(t, own.Token, "POST", "/faults", fault, nil)
	attempts, err := Track("ada@example.com", "1002")
	if err != nil || attempts != 2 {
		t.Fatal(attempts, err)
	}
	var seen struct{ Requests []struct{ Status int } }
	control(t, own.Token, "GET", "/requests", nil, &seen)
	if len(seen.Requests) != 2 {
		t.Fatal(seen)
	}
}
