"use client";

import { ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { CallInput } from "@/lib/api-client";
import type { Role } from "@/lib/roles";
import { Button } from "../ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from "../ui/dropdown-menu";
import { MenuButton, type MenuProps } from "../ui/menu-button";
import { type PersonOperation, Question } from "./question";

// What is asked before a person gets a role.
const ASKED = {
  owner: "makeOwner",
  member: "makeMember",
  support: "makeSupport",
  warehouse: "makeWarehouse",
} as const satisfies Partial<Record<Role, string>>;
type Given = keyof typeof ASKED;

type Choice<R> = { role: R; label: string; about: string };

/** A person's role, to be changed where it is read. */
export function RoleMenu<R extends Given, Id extends PersonOperation>({
  operation,
  inputOf,
  name,
  role,
  choices,
}: {
  operation: Id;
  inputOf: (role: R) => CallInput<Id>;
  name: string;
  role: R;
  /** The roles to choose from, in words. */
  choices: readonly Choice<R>[];
}) {
  const t = useTranslations("people.actions");
  const [next, setNext] = useState<R | null>(null);
  const label = choices.find((each) => each.role === role)?.label ?? role;
  return (
    <>
      <MenuButton
        menu={Roles<R>}
        props={{ role, choices, onChoose: setNext }}
        trigger={
          <Button
            variant="ghost"
            size="sm"
            className="-my-1 -ml-2.5 text-sm font-normal"
            aria-label={t("roleOf", { name, role: label })}
          >
            {label}
            <ChevronDown aria-hidden="true" className="text-muted" />
          </Button>
        }
      />
      {next ? (
        <Question
          asked={ASKED[next]}
          name={name}
          operation={operation}
          input={inputOf(next)}
          onClose={() => setNext(null)}
        />
      ) : null}
    </>
  );
}

function Roles<R extends Given>({
  trigger,
  open,
  onOpenChange,
  role,
  choices,
  onChoose,
}: MenuProps & { role: R; choices: readonly Choice<R>[]; onChoose: (role: R) => void }) {
  return (
    <DropdownMenu open={open} onOpenChange={onOpenChange}>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent align="start" className="max-w-72">
        <DropdownMenuRadioGroup value={role}>
          {choices.map((each) => (
            <DropdownMenuRadioItem
              key={each.role}
              value={each.role}
              textValue={each.label}
              onSelect={() => each.role !== role && onChoose(each.role)}
            >
              <span>
                <span className="block font-semibold">{each.label}</span>
                <span className="block text-xs text-muted">{each.about}</span>
              </span>
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
