import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { FindOrder } from "@/components/warehouse/bench/find-order";
import {
  band,
  bench,
  button,
  CAP,
  forgetDevice,
  ID,
  open,
  refusal,
  router,
  scan,
  serve,
  server,
  settled,
  show,
} from "./warehouse-bench-frame";

beforeEach(forgetDevice);

it("never lets a scan press the button that has the focus", async () => {
  open();
  const undo = button(/Undo last scan/);
  scan(CAP);
  await settled();
  undo.focus();
  scan(CAP);
  expect(document.activeElement).toBe(screen.getByLabelText("Scan an item"));
  expect(screen.getByText("2 of 3 scanned")).toBeInTheDocument();
  await settled();
  expect(server.to("/pickpack/undo")).toEqual([]);
});

it("takes scanners that end with Tab, or with CR and LF, those that name the symbology, and Caps Lock", async () => {
  open();
  scan(CAP, [{ key: "Tab" }]);
  expect(band()).toHaveTextContent("CAP-TRAIL: 1 of 3");
  expect(screen.getByLabelText("Scan an item")).toHaveFocus();
  scan(`]E0${CAP}`, [{ key: "Enter" }, { key: "Enter" }]);
  expect(band()).toHaveTextContent("CAP-TRAIL: 2 of 3");
  // LF as a scanner types it; the browser would open its downloads.
  scan("cap-trail", [{ key: "Enter" }, { key: "j", ctrlKey: true }]);
  expect(band()).toHaveTextContent("CAP-TRAIL: 3 of 3");
  await settled();
  expect(server.to("/pickpack/scan").map(({ code }) => code)).toEqual([CAP, CAP, "cap-trail"]);
});

it("says when another window has the keyboard", () => {
  open();
  const field = screen.getByLabelText("Scan an item");
  const hasFocus = vi.spyOn(document, "hasFocus").mockReturnValue(false);
  fireEvent.blur(window);
  expect(field).toHaveAccessibleDescription(/Another window has the keyboard/);
  hasFocus.mockRestore();
  fireEvent.focus(window);
  expect(field).not.toHaveAccessibleDescription();
});

it("leaves the focus to who tabs past the last element, whatever the page does meanwhile", async () => {
  open();
  const sound = button(/Sound/);
  const field = screen.getByLabelText("Scan an item");
  const changed = () => act(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())));
  expect(field).toHaveFocus();
  // As the browser does on the way from the last element to its own tools and back.
  sound.focus();
  sound.blur();
  const news = document.body.appendChild(document.createElement("p"));
  fireEvent.focus(window);
  await changed();
  expect(document.body).toHaveFocus();
  scan(CAP);
  expect(band()).toHaveTextContent("CAP-TRAIL: 1 of 3");
  // What had it went away: no person could find it again.
  const link = document.body.appendChild(document.createElement("button"));
  link.focus();
  link.remove();
  news.remove();
  await waitFor(() => expect(field).toHaveFocus());
  await settled();
});

it("gives the focus to a question, which one key answers, and takes it back", async () => {
  open(bench({ warning: "CANCEL_REQUESTED", cancel_remarks: "Bought twice" }));
  const question = screen.getByText("Stop: the merchant asks to cancel").closest("[role=alert]");
  expect(question).toHaveFocus();
  // A scan does not answer it.
  scan(CAP);
  expect(screen.queryByRole("alertdialog")).toBeNull();
  fireEvent.keyDown(document.body, { key: "F7" });
  expect(await screen.findByRole("alertdialog")).toHaveTextContent("Cancel");
  fireEvent.keyDown(screen.getByRole("alertdialog"), { key: "Escape" });
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  fireEvent.keyDown(document.body, { key: "F3" });
  const dialog = await screen.findByRole("alertdialog");
  fireEvent.change(within(dialog).getByLabelText(/Why it goes on/), { target: { value: "It is packed" } });
  fireEvent.click(within(dialog).getByRole("button", { name: "Decline" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  await waitFor(() => expect(screen.getByLabelText("Scan an item")).toHaveFocus());
  expect(server.to("/pickpack/decline-cancel")).toEqual([{ order_id: ID, remarks: "It is packed" }]);
  fireEvent.keyDown(document.body, { key: "F3" });
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

it("keeps a scan's Enter from the buttons of a dialog", async () => {
  open();
  fireEvent.click(button(/Reject the order/));
  const dialog = await screen.findByRole("alertdialog");
  within(dialog).getByRole("button", { name: "Reject order" }).focus();
  scan(CAP);
  expect(server.to("/pickpack/reject")).toEqual([]);
  expect(screen.getByText("A question is open")).toBeInTheDocument();
});

it("finds the order that is scanned, and names what waits on this device", async () => {
  localStorage.setItem(`sampan-bench/testing/${ID}/1/a`, "{}");
  serve(bench());
  show(<FindOrder />);
  expect(screen.getByText("Scans that are not sent yet").closest("section")).toHaveTextContent(`${ID}1 scan`);
  scan("*BENCH-READY");
  expect(refusal()).toHaveTextContent("Scan an order first");
  server.answers.set(
    "/pickpack/find",
    Response.json({ error: { code: "404000", code_reason: "NOT_FOUND", message: "" } }, { status: 404 }),
  );
  scan("ST000");
  await waitFor(() => expect(refusal()).toHaveTextContent("The warehouse has no order with the code ST000."));
  expect(router.push).not.toHaveBeenCalled();
  // As an input method writes it: full width.
  scan("ＳＴ６６");
  await waitFor(() => expect(router.push).toHaveBeenCalledWith("/warehouse/testing/bench/217357996100242"));
  expect(server.codes).toEqual(["ST000", "ST66"]);
});
