/** Owns the syntax of one admin command: its words are read and checked before the database is used. */
import { type ParseArgsConfig, parseArgs } from "node:util";
import type { Context } from "@/server/context";

/** A command that cannot be understood; the message says what is wrong with it. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}

type Options = NonNullable<ParseArgsConfig["options"]>;
type Values<O extends Options> = ReturnType<typeof parseArgs<{ options: O }>>["values"];

/** What a command gets besides its context. */
export type Around = {
  /** The migrations that ran before it. */
  migrated: string[];
  /** Lines for the person who gave the command, separate from its result. */
  notes: string[];
  /** Whether the server may be reachable from other machines, as far as is known. */
  isExposed: boolean;
};
export type Work = (ctx: Context, around: Around) => Promise<object>;
export type Command = { usage: string; does: string; read(argv: string[]): Work };

export const text = { type: "string" } as const;
export const flag = { type: "boolean" } as const;

/** Creates a command from its options; words that do not fit them are a `CommandError`. */
export function command<const O extends Options>(definition: {
  usage: string;
  does: string;
  options: O;
  read(values: Values<O>): Work;
}): Command {
  const { usage, does, options, read } = definition;
  return {
    usage,
    does,
    read(argv) {
      try {
        return read(
          parseArgs({ args: argv, options, allowNegative: true, allowPositionals: false }).values as Values<O>,
        );
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException;
        throw code?.startsWith("ERR_PARSE_ARGS") ? new CommandError(message) : error;
      }
    },
  };
}

/** The same for a command whose first word is an id. */
export function commandWithId<const O extends Options>(definition: {
  usage: string;
  does: string;
  options: O;
  read(id: string, values: Values<O>): Work;
}): Command {
  const { read, ...rest } = definition;
  return {
    ...rest,
    read([id = "", ...argv]) {
      if (!/^\d{1,15}$/.test(id)) throw new CommandError(`An account's id comes first, not "${id}".`);
      return command({ ...rest, read: (values: Values<O>) => read(id, values) }).read(argv);
    },
  };
}

export function required(value: string | undefined, name: string): string {
  if (!value?.trim()) throw new CommandError(`--${name} is required.`);
  return value;
}

/** A value that may be omitted but not empty. */
export function optional(value: string | undefined, name: string): string | undefined {
  return value === undefined ? undefined : required(value, name);
}

export function choice<const T extends string>(value: string, name: string, among: readonly T[]): T {
  const found = among.find((one) => one === value);
  if (!found) throw new CommandError(`--${name} must be one of ${among.join(", ")}, not "${value}".`);
  return found;
}

export function wholeNumber(value: string, name: string, most: number): number {
  const number = /^\d{1,10}$/.test(value) ? Number(value) : Number.NaN;
  if (!(number <= most)) throw new CommandError(`--${name} must be a whole number from 0 to ${most}, not "${value}".`);
  return number;
}
