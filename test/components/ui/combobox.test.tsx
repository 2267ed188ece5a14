import { act, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { Combobox } from "@/components/ui/combobox";
import type { ComboboxOption } from "@/components/ui/combobox-list";
import { Field } from "@/components/ui/field";
import { render } from "../render";

const COUNTRIES: ComboboxOption[] = [
  { value: "AT", label: "Austria", keywords: ["奧地利"] },
  { value: "AU", label: "Australia", keywords: ["澳洲"] },
  { value: "CI", label: "Côte d’Ivoire" },
  { value: "US", label: "United States", keywords: ["美國"] },
];

function Countries({ onBlur }: { onBlur?: () => void }) {
  const [value, setValue] = useState("");
  return (
    <Field label="Country">
      <Combobox
        options={COUNTRIES}
        value={value}
        onValueChange={setValue}
        name="country"
        {...(onBlur ? { onBlur } : {})}
      />
    </Field>
  );
}

function Points({ onSearch }: { onSearch: (text: string) => void }) {
  const [value, setValue] = useState("P1");
  const [options, setOptions] = useState<ComboboxOption[]>([{ value: "P1", label: "Mong Kok" }]);
  return (
    <Combobox
      aria-label="Pickup point"
      options={options}
      value={value}
      onValueChange={setValue}
      onSearch={(text) => {
        onSearch(text);
        setOptions(text ? [{ value: "P2", label: "Sha Tin" }] : []);
      }}
    />
  );
}

/** Makes the server answer what is typed. */
let answer: () => void;

function Shops() {
  const [value, setValue] = useState("1");
  const [typed, setTyped] = useState("");
  const [answered, setAnswered] = useState("");
  answer = () => setAnswered(typed);
  const all = [
    { value: "1", label: "Harbour Tea" },
    { value: "2", label: "Stone Lion" },
    { value: "3", label: "Lion Rock" },
  ];
  return (
    <Combobox
      aria-label="Shop"
      options={all.filter(({ label }) => label.toLowerCase().includes(answered))}
      value={value}
      onValueChange={setValue}
      onSearch={setTyped}
      loading={typed !== answered}
    />
  );
}

const trigger = () => screen.getByRole("combobox", { name: "Country" });
const list = () => screen.findByRole("listbox");
const shown = async () =>
  within(await list())
    .queryAllByRole("option")
    .map((option) => option.textContent);

describe("Combobox", () => {
  it("searches by all that is typed, from the first letter, which opens it", async () => {
    render(<Countries />);
    await userEvent.tab();
    await userEvent.keyboard("unit");
    expect(screen.getByPlaceholderText("Search")).toHaveValue("unit");
    expect(await shown()).toEqual(["United States"]);
  });

  it("is opened, searched and chosen from with only the keyboard", async () => {
    render(<Countries />);
    await userEvent.tab();
    expect(trigger()).toHaveFocus();
    await userEvent.keyboard("{ArrowDown}");
    expect(await shown()).toHaveLength(4);
    await userEvent.keyboard("aus");
    expect(await shown()).toEqual(["Austria", "Australia"]);
    await userEvent.keyboard("{ArrowDown}{Enter}");
    expect(screen.queryByRole("listbox")).not.toBeInTheDocument();
    expect(trigger()).toHaveTextContent("Australia");
    expect(trigger()).toHaveFocus();
    expect(document.querySelector("input[name=country]")).toHaveValue("AU");
  });

  it("opens with the letter that is typed on it", async () => {
    render(<Countries />);
    await userEvent.tab();
    await userEvent.keyboard("u");
    expect(await screen.findByRole("listbox")).toBeInTheDocument();
    expect((await shown())[0]).toBe("United States");
  });

  it.each([
    ["澳", ["Australia"]],
    ["cote", ["Côte d’Ivoire"]],
    ["us", ["United States", "Austria", "Australia"]],
    ["zzz", []],
  ])("finds by other names, without accents, the beginning first: %s", async (typed, found) => {
    render(<Countries />);
    await userEvent.click(trigger());
    await list();
    await userEvent.keyboard(typed);
    expect(await shown()).toEqual(found);
    if (!found.length) expect(screen.getByText("Nothing matches.")).toBeInTheDocument();
  });

  it("is left by Escape without a choice", async () => {
    const onBlur = vi.fn();
    render(<Countries onBlur={onBlur} />);
    await userEvent.click(trigger());
    await list();
    await userEvent.keyboard("aus{Escape}");
    expect(screen.queryByRole("listbox")).not.toBeInTheDocument();
    expect(trigger()).toHaveTextContent("Choose…");
    expect(onBlur).toHaveBeenCalledOnce();
  });

  it("gives who searches a server and is quick the best answer to what was typed, never an earlier one", async () => {
    render(<Shops />);
    const shop = screen.getByRole("combobox", { name: "Shop" });
    await userEvent.tab();
    await userEvent.keyboard("lion{Enter}");
    expect(shop).toHaveTextContent("Harbour Tea");
    expect(await list()).toBeInTheDocument();
    act(() => answer());
    expect(shop).toHaveTextContent("Lion Rock");
    expect(screen.queryByRole("listbox")).not.toBeInTheDocument();
  });

  it("takes nothing when no answer comes, and what arrows marked at once", async () => {
    render(<Shops />);
    const shop = screen.getByRole("combobox", { name: "Shop" });
    await userEvent.tab();
    await userEvent.keyboard("zzz{Enter}");
    act(() => answer());
    expect(shop).toHaveTextContent("Harbour Tea");
    expect(screen.getByText("Nothing matches.")).toBeInTheDocument();
    await userEvent.keyboard("{Backspace}{Backspace}{Backspace}");
    act(() => answer());
    await userEvent.keyboard("l");
    await userEvent.keyboard("{ArrowDown}{Enter}");
    expect(shop).toHaveTextContent("Stone Lion");
  });

  it("leaves searching to its owner where it is asked to, and keeps the words of the chosen one", async () => {
    const onSearch = vi.fn();
    render(<Points onSearch={onSearch} />);
    const button = screen.getByRole("combobox", { name: "Pickup point" });
    await userEvent.click(button);
    await list();
    await userEvent.keyboard("s");
    expect(onSearch).toHaveBeenLastCalledWith("s");
    expect(button).toHaveTextContent("Mong Kok");
    await userEvent.click(screen.getByRole("option", { name: "Sha Tin" }));
    expect(button).toHaveTextContent("Sha Tin");
  });
});
