import type { DatedRows } from "@/server/db/sheets";
import { VALID_FROM } from "./zones";

const HKD_FOR_ONE: Record<string, string> = {
  USD: "7.80",
  EUR: "9.10",
  CNY: "1.10",
  GBP: "10.50",
  AED: "2.12",
  ARS: "0.0055",
  AUD: "5.15",
  BRL: "1.45",
  CAD: "5.60",
  CHF: "9.75",
  CZK: "0.37",
  DKK: "1.22",
  EGP: "0.16",
  HUF: "0.0235",
  IDR: "0.00047",
  ILS: "2.35",
  INR: "0.088",
  JPY: "0.051",
  KES: "0.060",
  KRW: "0.0055",
  MOP: "0.97",
  MXN: "0.42",
  MYR: "1.85",
  NOK: "0.77",
  NZD: "4.55",
  PHP: "0.134",
  PLN: "2.14",
  RUB: "0.096",
  SAR: "2.08",
  SEK: "0.83",
  SGD: "6.05",
  THB: "0.24",
  TRY: "0.185",
  TWD: "0.25",
  ZAR: "0.45",
};

/** The value of one unit of a currency in HKD. */
export const CURRENCY_RATES: DatedRows["currencyRates"] = Object.entries(HKD_FOR_ONE).map(([currency, hkd]) => ({
  currency,
  valid_from: VALID_FROM,
  hkd,
}));
