// The calls of next-auth that there are (contract §11.2); its cookies: test/faults/sign-in.test.ts.
import { NextRequest } from "next/server";
import { expect, it } from "vitest";
import { GET, POST } from "@/app/api/auth/[...nextauth]/route";

it.each([
  ["GET", "callback/credentials"],
  ["GET", "callback/passkey"],
  ["POST", "csrf"],
  ["POST", "callback/other"],
  ["GET", ""],
  ["POST", "signin/credentials"],
])("%s /api/auth/%s is no call, and is a 400", async (method, path) => {
  const request = new NextRequest(`http://localhost:3000/api/auth/${path}`, { method });
  const answer = await (method === "GET" ? GET : POST)(request, {
    params: Promise.resolve({ nextauth: path.split("/") }),
  });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([400, "text/plain; charset=utf-8"]);
});
