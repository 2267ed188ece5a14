import { judgeMobile, judgeMobileLength } from "@/lib/addresses/phone";
import { asTyped, readNumber } from "@/lib/addresses/phone-number";
import type { DataOf, InputOf } from "@/lib/contracts/contract";
import { also, type Rules } from "@/lib/contracts/judge";
import type { OrderResult } from "@/lib/contracts/order";
import { createOverviewOrder as overviewContract } from "@/lib/contracts/order-overview";
import { plain } from "@/lib/decimal";
import { ApiError, invalid, type Path, type Problem } from "@/lib/errors";
import { object } from "@/lib/loose";
import type { AccountContext } from "@/server/context";
import { withRules } from "@/server/handler";
import { sourceOf, writeOrder } from "./create";
import { parseOrder } from "./judge";

/** Reads a telephone number, by default of Hong Kong; the mobile stays as it was typed if possible (contract §3.7). */
function readPhone(phone: string): { prefix: string; mobile: string } | null {
  const text = phone.trim().replace(/^00/, "+");
  const read = readNumber(text, "HK");
  if (!read || read.extension) return null;
  const { prefix } = read;
  const mobile = asTyped(text, read.mobile);
  return judgeMobile(mobile) || judgeMobileLength(mobile, prefix) ? null : { prefix, mobile };
}

/** What the short form leaves out, or states differently from the full form (contract §13.5, §3.7). */
function overviewRules(ctx: AccountContext): Rules {
  // If the form cannot serve the account, nothing else needs judging.
  if (ctx.account.pickPack) return () => [{ path: ["account"], key: "fullFormNeeded" }];
  return also((body) =>
    ["sender", "recipient"]
      .filter((side) => {
        const { phone } = object(body[side]);
        return typeof phone === "string" && !readPhone(phone);
      })
      .map((side) => ({ path: [side, "phone"], key: "phone" })),
  );
}

/** Maps fields of the full form to those of the short form, so that problems name what the client sent. */
const FIELDS: Record<string, Path> = {
  act_weight: ["package", "weight"],
  length: ["package", "dimensions", "length"],
  width: ["package", "dimensions", "width"],
  height: ["package", "dimensions", "height"],
};

/** What the account's provider refuses is reported at the weight or the dimensions, otherwise at the account. */
function sentPath({ path, key }: Problem): Path {
  if (path[0] !== "shipping_provider") return FIELDS[String(path.at(-1))] ?? path;
  if (key === "tooHeavy") return ["package", "weight"];
  return key === "sideTooLong" || key === "sidesTooLong" ? ["package", "dimensions"] : ["account"];
}

/**
 * Creates a confirmed local order with the account's default provider from the short form (contract §13.5).
 * @throws ApiError BAD_REQUEST; idempotency_key_exists with the id of the order that the key created
 */
export const createOverviewOrder = withRules(overviewRules, create);

async function create(
  ctx: AccountContext,
  input: InputOf<typeof overviewContract>,
): Promise<DataOf<typeof overviewContract>> {
  const party = ({ name, phone, address }: { name: string; phone: string; address: string }) => {
    const { prefix = "", mobile = "" } = readPhone(phone) ?? {};
    return { name, mobile, mobile_prefix: prefix, address };
  };
  const measure = (value: number) => plain(Number(value.toFixed(6)));
  const { weight, dimensions } = input.package;
  const body = {
    ship_type: "local",
    shipping_provider: ctx.account.defaultLocalProvider,
    sender: party(input.sender),
    recipient: party(input.recipient),
    shipment_detail: {
      package_type: "parcel",
      consignment_declaration: "Goods",
      parcel_list: [
        {
          act_weight: measure(weight),
          length: measure(dimensions.length),
          width: measure(dimensions.width),
          height: measure(dimensions.height),
          parcel_items: [{ name: "Goods", qty: "1", single_value: "0" }],
        },
      ],
    },
    reference: input.reference,
    confirm_shipment: "Y",
  };
  let result: OrderResult;
  try {
    result = await writeOrder(ctx, await parseOrder(body, ctx), {
      operation: overviewContract.id,
      source: sourceOf(ctx),
    });
  } catch (error) {
    if (!(error instanceof ApiError) || !error.problems) throw error;
    throw invalid(...error.problems.map((problem) => ({ ...problem, path: sentPath(problem) })));
  }
  return {
    id: result.order_id,
    status: "pending",
    tracking_number: result.tracking_number,
    created_at: new Date(result.create_time).toISOString(),
  };
}
