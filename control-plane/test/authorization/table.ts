import { contract, type OperationId } from '@granary/contract/contract.ts'
import { alertRows } from './alerts.ts'
import { supportBundleRows } from './support-bundles.ts'
import { signInRows } from './sign-in.ts'
import { peopleRows } from './people.ts'
import { siloRows } from './silos.ts'
import { hardwareRows } from './hardware.ts'
import { instanceRows } from './instances.ts'
import { storageRows } from './storage.ts'
import { networkingRows } from './networking.ts'
import { rackNetworkingRows } from './rack-networking.ts'
import { updateRows } from './updates.ts'
import { workRows } from './work.ts'
import type { Difference, Row, Rows } from './rows.ts'
import { rules, type Person, type Verdict } from './rules.ts'
import { usualRow } from './usual-rows.ts'

const written: Rows = {
  ...signInRows,
  ...peopleRows,
  ...siloRows,
  ...hardwareRows,
  ...instanceRows,
  ...storageRows,
  ...networkingRows,
  ...rackNetworkingRows,
  ...updateRows,
  ...alertRows,
  ...supportBundleRows,
  ...workRows,
}

const rowOf = (id: OperationId): Row => {
  const own = written[id] ?? {}
  return 'request' in own ? own : merge(usualRow(id), own)
}

const merge = ({ rule, request }: Row, { rule: own, query, body, bodyOf }: Difference): Row => ({
  rule: own ?? rule,
  request: (names) => {
    const usual = request(names)
    return { ...usual, query: { ...usual.query, ...query }, body: bodyOf?.(names) ?? body ?? usual.body }
  },
})

/** Every operation with its rule and a request that finds its resource. */
export const table = Object.fromEntries(
  (Object.keys(contract) as OperationId[]).map((id) => [id, rowOf(id)]),
) as Record<OperationId, Row>

/** Returns the expected answer of an operation to a user. */
export const verdictOf = (id: OperationId, person: Person): Verdict => rules[table[id].rule][person]
