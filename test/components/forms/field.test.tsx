import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { Field, FieldGroup } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { RadioGroup } from "@/components/ui/radio-group";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { render } from "../render";

describe("Field", () => {
  it("gives its control the visible label as its name", () => {
    render(
      <Field label="Recipient" required>
        <Input name="name" />
      </Field>,
    );
    const input = screen.getByLabelText(/^Recipient/);
    expect(input).toHaveAccessibleName("Recipient");
    expect(input).toHaveAttribute("name", "name");
    expect(input).toBeRequired();
    expect(input).not.toHaveAttribute("aria-invalid");
    expect(input).not.toHaveAttribute("aria-describedby");
  });

  it("describes its control by error and hint, the error first", () => {
    const { rerender } = render(
      <Field label="Mobile" hint="8 digits" error="A Hong Kong number has 8 digits.">
        <Input />
      </Field>,
    );
    const input = screen.getByLabelText("Mobile");
    expect(input).toBeInvalid();
    expect(input).toHaveAccessibleDescription("A Hong Kong number has 8 digits. 8 digits");
    rerender(
      <Field label="Mobile" hint="8 digits">
        <Input />
      </Field>,
    );
    expect(input).toBeValid();
    expect(input).toHaveAccessibleDescription("8 digits");
  });

  it("keeps a control's own attributes", () => {
    render(
      <>
        <p id="own">Own words</p>
        <Field label="Street" hint="Line 1">
          <Input id="street" aria-describedby="own" />
        </Field>
      </>,
    );
    expect(screen.getByRole("textbox")).toHaveAccessibleDescription("Own words Line 1");
    expect(screen.getByRole("textbox")).toHaveAttribute("id", "street");
  });

  it("names lists and groups too", () => {
    render(
      <>
        <Field label="Paper" error="Choose one.">
          <Select options={[{ value: "A4", label: "A4" }]} />
        </Field>
        <FieldGroup label="Proof">
          <RadioGroup options={[{ value: "N", label: "None" }]} />
        </FieldGroup>
      </>,
    );
    expect(screen.getByRole("combobox", { name: "Paper" })).toHaveAccessibleDescription("Choose one.");
    expect(screen.getByRole("radiogroup", { name: "Proof" })).toBeInTheDocument();
    expect(screen.getByRole("radio", { name: "None" })).toBeInTheDocument();
  });
});

describe("a limit", () => {
  it("is counted live in code points and never cuts off", async () => {
    render(
      <Field label="Remarks">
        <Textarea limit={5} />
      </Field>,
    );
    const box = screen.getByLabelText("Remarks");
    await userEvent.type(box, "請小心𠮷");
    expect(screen.getByText("4/5")).toBeInTheDocument();
    await userEvent.type(box, "輕放");
    expect(box).toHaveValue("請小心𠮷輕放");
    expect(screen.getByText("6/5")).toBeInTheDocument();
    expect(screen.getByText("1 character too many")).toBeInTheDocument();
  });

  it("is announced in Chinese", () => {
    render(
      <Field label="備註">
        <Input limit={5} defaultValue="輕放" />
      </Field>,
      "zh-Hant",
    );
    expect(screen.getByText("尚可輸入 3 個字元")).toBeInTheDocument();
  });
});
