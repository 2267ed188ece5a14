import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { AddressFields } from "@/components/forms/address-fields";
import { renderInForm } from "../form-frame";

const box = (name: string | RegExp) => screen.getByRole("textbox", { name });
const value = (frame: ReturnType<typeof renderInForm>, name: string): unknown => frame.form.getValues(name);

describe("a party abroad", () => {
  async function abroad(values = {}, language: "en" | "zh-Hant" = "en") {
    const frame = renderInForm(<AddressFields shape="intl" side="recipient" />, {
      shipType: "intl",
      values: { recipient: values },
      language,
    });
    await screen.findAllByRole("textbox");
    return frame;
  }

  it("has every field of the API, each by its visible label", async () => {
    await abroad();
    for (const name of ["Name", "Company", "E-mail", "Area code", "Mobile", "Postal code", "Street", "City"])
      expect(box(new RegExp(`^${name}\\*?$`))).toBeVisible();
    for (const name of ["Street, line 2", "Street, line 3", "State or province"]) expect(box(name)).toBeVisible();
    expect(screen.getByRole("combobox", { name: /^Country or region/ })).toBeVisible();
    await userEvent.click(screen.getByText("Tax and EORI numbers"));
    expect(box("Tax or VAT number")).toBeVisible();
    expect(box("EORI number")).toBeVisible();
  });

  it("says nothing while a field is typed in, then what is wrong when it is left, and is quiet once it is corrected", async () => {
    await abroad();
    await userEvent.click(box(/^E-mail/));
    await userEvent.keyboard("hanako");
    expect(screen.queryByText("Must be an e-mail address.")).not.toBeInTheDocument();
    await userEvent.tab();
    expect(await screen.findByText("Must be an e-mail address.")).toBeVisible();
    expect(box(/^E-mail/)).toBeInvalid();
    expect(box(/^E-mail/)).toHaveAccessibleDescription(/Must be an e-mail address/);
    await userEvent.type(box(/^E-mail/), "@example.com");
    await waitFor(() => expect(screen.queryByText("Must be an e-mail address.")).not.toBeInTheDocument());
  });

  it("does not judge what was not touched", async () => {
    await abroad();
    await userEvent.click(box(/^Name/));
    await userEvent.tab();
    expect(await screen.findByText("This field is required.")).toBeVisible();
    expect(screen.getAllByText("This field is required.")).toHaveLength(1);
  });

  it("does not blame an empty field for a button that is pressed, unless it was emptied", async () => {
    renderInForm(
      <>
        <AddressFields shape="intl" side="recipient" />
        <button type="button">Paste</button>
      </>,
      { shipType: "intl" },
    );
    const name = await screen.findByRole("textbox", { name: /^Name/ });
    const press = () => userEvent.click(screen.getByRole("button", { name: "Paste" }));
    await userEvent.click(name);
    await press();
    // Another field that is left is judged, so an answer about the name would have come too.
    await userEvent.click(box(/^E-mail/));
    await userEvent.tab();
    expect(await screen.findByText("This field is required.")).toBeVisible();
    expect(name).toBeValid();
    await userEvent.type(name, "A");
    await press();
    expect(name).toBeValid();
    await userEvent.clear(name);
    await userEvent.tab();
    await waitFor(() => expect(name).toBeInvalid());
  });

  it("counts the characters of limited fields as they are typed", async () => {
    await abroad();
    await userEvent.type(box(/^Street\*?$/), "12 Nathan Road");
    expect(screen.getByText("14/29")).toBeInTheDocument();
  });

  it("offers to wrap a street that is too long, by keyboard, and goes on in the next line", async () => {
    const frame = await abroad();
    await userEvent.click(box(/^Street\*?$/));
    await userEvent.keyboard("1-2-3 Jingumae, Harajuku Garden");
    const offer = screen.getByRole("button", { name: "Move what is too long to the next line" });
    await userEvent.tab();
    expect(await screen.findByText(/At most 29 characters; 31 were given/)).toBeVisible();
    expect(offer).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    expect(value(frame, "recipient.address")).toBe("1-2-3 Jingumae, Harajuku");
    expect(value(frame, "recipient.address_line_2")).toBe("Garden");
    await waitFor(() => expect(box("Street, line 2")).toHaveFocus());
    expect(screen.queryByText(/At most 29 characters/)).not.toBeInTheDocument();
    expect(screen.queryByRole("button", { name: /next line/ })).not.toBeInTheDocument();
  });

  it("offers nothing where it would not fit", async () => {
    await abroad();
    await userEvent.click(box(/^Street\*?$/));
    await userEvent.paste("x".repeat(100));
    expect(screen.queryByRole("button", { name: /next line/ })).not.toBeInTheDocument();
  });

  it("finds countries in the reader's language, in English and by code", async () => {
    const frame = await abroad({}, "zh-Hant");
    for (const [typed, code] of [
      ["日本", "JP"],
      ["germ", "DE"],
      ["pr", "PR"],
    ] as const) {
      screen.getByRole("combobox", { name: /^國家／地區/ }).focus();
      await userEvent.keyboard("{Enter}");
      await screen.findByRole("listbox");
      await userEvent.keyboard(typed);
      await userEvent.keyboard("{Enter}");
      expect(value(frame, "recipient.country")).toBe(code);
    }
    expect(screen.getByRole("combobox", { name: /^國家／地區/ })).toHaveTextContent("波多黎各");
  });

  it("fills in the prefix of the country, and leaves one that was typed", async () => {
    const frame = await abroad();
    const choose = async (typed: string) => {
      screen.getByRole("combobox", { name: /^Country or region/ }).focus();
      await userEvent.keyboard("{Enter}");
      await screen.findByRole("listbox");
      await userEvent.keyboard(`${typed}{Enter}`);
    };
    await choose("jp");
    await waitFor(() => expect(value(frame, "recipient.mobile_prefix")).toBe("+81"));
    await choose("gb");
    await waitFor(() => expect(value(frame, "recipient.mobile_prefix")).toBe("+44"));
    await userEvent.clear(box(/^Area code/));
    await userEvent.type(box(/^Area code/), "353");
    await choose("fr");
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(value(frame, "recipient.mobile_prefix")).toBe("+353");
  });

  it("opens folded fields that have an error", async () => {
    const frame = await abroad({ eori_number: "x".repeat(21) });
    expect(screen.queryByRole("textbox", { name: "EORI number" })).not.toBeInTheDocument();
    await act(() => frame.form.trigger());
    expect(await screen.findByRole("textbox", { name: "EORI number" })).toBeInvalid();
  });

  it("shows warnings without calling the field wrong", async () => {
    const frame = await abroad();
    act(() => frame.warnings.replace([["recipient.name", "Latin letters are safer."]]));
    expect(box(/^Name/)).toHaveAccessibleDescription(/Latin letters are safer/);
    expect(box(/^Name/)).toBeValid();
  });

  it("tidies what was pasted from an input method", async () => {
    const frame = await abroad();
    await userEvent.click(box(/^Mobile/));
    await userEvent.paste(" ９０１２３４５６７８ ");
    await userEvent.tab();
    await waitFor(() => expect(value(frame, "recipient.mobile")).toBe("9012345678"));
  });
});

describe("a telephone number with its prefix", () => {
  const both = (frame: ReturnType<typeof renderInForm>) =>
    ["mobile_prefix", "mobile"].map((name) => value(frame, `sender.${name}`));

  it.each([
    "+852 9123 4567",
    "852-9123 4567",
    "(852) 9123 4567",
    "(+852) 9123-4567",
    "00852 9123 4567",
    "＋８５２　９１２３　４５６７",
    "\u202a+852 9123 4567\u202c",
  ])("is parted when it is pasted: %s", async (pasted) => {
    for (const [shape, prefix] of [
      ["local", "852"],
      ["intl", "+852"],
    ] as const) {
      const values = { sender: { mobile_prefix: shape === "intl" ? "+81" : "853" } };
      const frame = renderInForm(<AddressFields shape={shape} side="sender" />, { shipType: shape, values });
      await userEvent.click(box(/^Mobile/));
      await userEvent.paste(pasted);
      await waitFor(() => expect(both(frame)).toEqual([prefix, "9123 4567"]));
      cleanup();
    }
  });

  it("is parted when it was typed, once the field is left, and when it is pasted into the field of the prefix", async () => {
    const frame = renderInForm(<AddressFields shape="intl" side="sender" />, { shipType: "intl" });
    await userEvent.type(box(/^Mobile/), "+81 90-1234-5678");
    await userEvent.tab();
    await waitFor(() => expect(both(frame)).toEqual(["+81", "90 1234 5678"]));
    await userEvent.clear(box(/^Area code/));
    await userEvent.paste("+1 (212) 555-0123");
    await waitFor(() => expect(both(frame)).toEqual(["+1", "212 555 0123"]));
  });

  it("keeps its prefix and its own words where it names no prefix", async () => {
    const frame = renderInForm(<AddressFields shape="local" side="sender" />, { shipType: "local" });
    for (const [typed, kept] of [
      ["9123-4567", "9123-4567"],
      ["9123.4567", "9123 4567"],
      ["8521 2345", "8521 2345"],
      ["9123 4567 ext. 5", "9123 4567 ext. 5"],
    ] as const) {
      await userEvent.clear(box(/^Mobile/));
      await userEvent.paste(typed);
      await userEvent.tab();
      await waitFor(() => expect(both(frame)).toEqual(["852", kept]));
    }
  });

  it.each([
    ["+974 5512 3456", "+974", "5512 3456"],
    ["+52 1 55 1234 5678", "+52", "55 1234 5678"],
    ["+44 (0)7700 900123", "+44", "7700 900123"],
    ["+49 (0)221 / 98 76 54-0", "+49", "221 98 76 54 0"],
    // With a code that no country has it stays whole.
    ["+999 1234 5678", "+44", "+999 1234 5678"],
    // A person abroad does not dial the 0.
    ["07700 900123", "+44", "7700 900123"],
  ])("is read by the rules of its country: %s", async (typed, prefix, mobile) => {
    const values = { sender: { mobile_prefix: "+44" } };
    const frame = renderInForm(<AddressFields shape="intl" side="sender" />, { shipType: "intl", values });
    await userEvent.click(box(/^Mobile/));
    await userEvent.paste(typed);
    await userEvent.tab();
    await waitFor(() => expect(both(frame)).toEqual([prefix, mobile]));
  });
});

describe("a party in Hong Kong", () => {
  it("takes one address in either language and writes the prefix without a plus", async () => {
    const frame = renderInForm(<AddressFields shape="local" side="sender" />, { shipType: "local" });
    expect(box(/^Area code/)).toHaveValue("852");
    await userEvent.clear(box(/^Area code/));
    await userEvent.type(box(/^Area code/), "+853");
    expect(value(frame, "sender.mobile_prefix")).toBe("853");
    await userEvent.type(box(/^Address/), "九龍旺角彌敦道 700 號");
    expect(value(frame, "sender.address")).toBe("九龍旺角彌敦道 700 號");
    expect(screen.queryByRole("combobox")).not.toBeInTheDocument();
  });

  it("judges a mobile by its prefix as soon as either changes", async () => {
    renderInForm(<AddressFields shape="local" side="sender" />, { shipType: "local" });
    await userEvent.type(box(/^Mobile/), "2345");
    await userEvent.tab();
    expect(await screen.findByText("A Hong Kong number has 8 digits.")).toBeVisible();
    await userEvent.clear(box(/^Area code/));
    await userEvent.type(box(/^Area code/), "853");
    await waitFor(() => expect(screen.queryByText("A Hong Kong number has 8 digits.")).not.toBeInTheDocument());
  });

  it("is in Chinese for Chinese readers", () => {
    renderInForm(<AddressFields shape="local" side="sender" />, { shipType: "local", language: "zh-Hant" });
    const group = within(document.body);
    for (const name of ["姓名", "區號", "手提電話", "電郵", "地址"])
      expect(group.getByRole("textbox", { name: new RegExp(`^${name}`) })).toBeVisible();
  });
});
