/** The test vector of signatures: receivers can check their verification code with it (contract §15.5). */
export const SIGNATURE_VECTOR = {
  secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  timestamp: 1_700_000_000,
  body: '{"event":"order.created"}',
  signature: "c165ca1e863a4ef73ddd339f07cdfbaab735e578b1a03fb84dcca57e140558fe",
} as const;

const NODE = `import { createHmac, timingSafeEqual } from "crypto";

// rawBody: the bytes as they came, before any JSON parsing. header: X-Signature.
export function isGenuine(rawBody, header, secret, now = Date.now() / 1000) {
  const parts = String(header ?? "").split(",").map((part) => part.trim().split("="));
  const [, t = ""] = parts.find(([name]) => name === "t") ?? [];
  if (!/^\\d+$/.test(t) || Math.abs(now - Number(t)) > 600) return false;
  const expected = createHmac("sha256", secret).update(\`\${t}.\`).update(rawBody).digest();
  return parts.some(([name, value = ""]) => {
    const given = Buffer.from(name === "v1" ? value : "", "hex");
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
`;

const PYTHON = `import hashlib
import hmac
import time


# raw_body: the bytes as they came, before any JSON parsing. header: X-Signature.
def is_genuine(raw_body, header, secret, now=None):
    parts = [part.strip().split("=", 1) for part in (header or "").split(",")]
    t = next((part[1] for part in parts if part[0] == "t" and len(part) == 2), "")
    now = time.time() if now is None else now
    if not (t.isascii() and t.isdigit()) or abs(now - int(t)) > 600:
        return False
    message = t.encode() + b"." + raw_body
    expected = hmac.new(secret.encode(), message, hashlib.sha256).hexdigest()
    return any(
        part[0] == "v1" and len(part) == 2 and hmac.compare_digest(part[1].encode(), expected.encode())
        for part in parts
    )
`;

const PHP = `<?php

// $rawBody: file_get_contents('php://input'). $header: $_SERVER['HTTP_X_SIGNATURE'].
function isGenuine(string $rawBody, string $header, string $secret, ?int $now = null): bool
{
    $t = '';
    $given = [];
    foreach (explode(',', $header) as $part) {
        [$name, $value] = array_pad(explode('=', trim($part), 2), 2, '');
        if ($name === 't') {
            $t = $value;
        } elseif ($name === 'v1') {
            $given[] = $value;
        }
    }
    if (!ctype_digit($t) || abs(($now ?? time()) - (int) $t) > 600) {
        return false;
    }
    $expected = hash_hmac('sha256', $t . '.' . $rawBody, $secret);
    foreach ($given as $signature) {
        if (hash_equals($expected, $signature)) {
            return true;
        }
    }
    return false;
}
`;

const GO = `package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
	"time"
)

// IsGenuine takes the body's bytes as they came, before any JSON parsing, and the header X-Signature.
func IsGenuine(rawBody []byte, header, secret string, now time.Time) bool {
	var t string
	var given [][]byte
	for _, part := range strings.Split(header, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		switch name {
		case "t":
			t = value
		case "v1":
			if signature, err := hex.DecodeString(value); err == nil {
				given = append(given, signature)
			}
		}
	}
	seconds, err := strconv.ParseInt(t, 10, 64)
	if err != nil || now.Sub(time.Unix(seconds, 0)).Abs() > 10*time.Minute {
		return false
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(t + "."))
	mac.Write(rawBody)
	expected := mac.Sum(nil)
	for _, signature := range given {
		if hmac.Equal(signature, expected) {
			return true
		}
	}
	return false
}
`;

/** Code that verifies `X-Signature` (contract §15.5); test/lib/webhooks/verify-samples.test.ts runs each. */
export const VERIFY_SAMPLES = [
  { id: "node", name: "Node.js", code: NODE },
  { id: "python", name: "Python", code: PYTHON },
  { id: "php", name: "PHP", code: PHP },
  { id: "go", name: "Go", code: GO },
] as const;
export type SampleId = (typeof VERIFY_SAMPLES)[number]["id"];
