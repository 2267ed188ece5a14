import { CURRENCY_RATES } from "./currency-rates";
import { HOLIDAYS } from "./holidays";
import { PICKUP_POINTS } from "./pickup-points";
import { PROVIDERS } from "./providers";
import { REMOTE_AREAS } from "./remote-areas";
import { SURCHARGES } from "./surcharges";
import { FUEL_RATES, TARIFFS } from "./tariffs";
import { ZONE_ROWS } from "./zones";

/** The rows of the carriers' tables that a new database begins with; places and prices are invented. */
export const SAMPLE = {
  providers: PROVIDERS,
  zones: ZONE_ROWS,
  tariffs: TARIFFS,
  surcharges: SURCHARGES,
  fuelRates: FUEL_RATES,
  currencyRates: CURRENCY_RATES,
  holidays: HOLIDAYS,
  remoteAreas: REMOTE_AREAS,
  pickupPoints: PICKUP_POINTS,
};
