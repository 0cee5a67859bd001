import { defaultSettings } from '@granary/control-plane/kit/context/services.ts'
import { setting } from './setting.ts'
import { number } from './setting-kinds.ts'

/** Settings of how many requests are taken, and how long one may take to arrive. */
export const REQUEST_SETTINGS = {
  requestRate: setting(
    {
      flag: '--request-rate',
      variable: 'GRANARY_REQUEST_RATE',
      meaning:
        'requests a second of one user, in the mean of ten seconds, beyond which more get 429; 0 for no limit',
      initial: String(defaultSettings.requestRate),
    },
    number(0, 1_000_000),
  ),
  requestTimeout: setting(
    {
      flag: '--request-timeout',
      variable: 'GRANARY_REQUEST_TIMEOUT',
      meaning: 'seconds that a request may take to arrive; the upload of a release may take six hours',
      initial: '300',
    },
    number(1, 86_400),
  ),
}
