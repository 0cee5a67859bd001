import { keysOf } from '../kit/base/keys.ts'
import type { Services } from '../kit/context/services.ts'
import { storing } from '../metrics/storing.ts'
import { type Checked, found } from './found.ts'

/** Time for which metrics must have failed, because a single round may; milliseconds. */
const LASTS_MS = 60_000

const MESSAGES = {
  'metrics.not_stored': 'Metrics of machines have not been stored for a minute',
  'metrics.not_sent': 'Metrics of machines have not arrived at the remote write receiver for a minute',
}

/** Finds out whether this server fails to store metrics, or to send them to another store. */
export function metricCauses({ state, exportFailingSince, clock }: Services): Checked {
  const { isOwn, failingSince } = state.of(storing)
  const since = {
    // Of what another server stores, this one knows nothing.
    ...(isOwn && { 'metrics.not_stored': failingSince }),
    ...(exportFailingSince && { 'metrics.not_sent': exportFailingSince() }),
  }
  const names = keysOf(since)
  const last = clock.now().getTime() - LASTS_MS
  return {
    names,
    causes: names.flatMap((name) => {
      const begun = since[name] ?? null
      if (begun === null || begun > last) return []
      const payload = { message: MESSAGES[name], since: new Date(begun).toISOString() }
      return [found(name, { subject: null, payload })]
    }),
  }
}
