import { CURRENCY_RATES } from "./currency-rates";
import { HOLIDAYS } from "./holidays";
import { PICKUP_POINTS } from "./pickup-points";
import { PROVIDERS } from "./providers";
import { REMOTE_AREAS } from "./remote-areas";
import { SIZE_LIMITS } from "./size-limits";
import { SURCHARGES } from "./surcharges";
import { FUEL_RATES, TARIFFS } from "./tariffs";
import { ZONE_ROWS } from "./zones";

/**
 * The initial rows of the carriers' tables in a new database, of which the migrations make sheets; places and prices are
 * invented.
 */
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
  sizeLimits: SIZE_LIMITS,
  suspensions: [],
};
