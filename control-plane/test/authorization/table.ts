import type { OperationId } from '@granary/contract/contract.ts'
import { signInRows } from './sign-in.ts'
import { peopleRows } from './people.ts'
import { siloRows } from './silos.ts'
import { instanceRows } from './instances.ts'
import { storageRows } from './storage.ts'
import { networkingRows } from './networking.ts'
import { affinityRows } from './affinity.ts'
import { workRows } from './work.ts'
import type { Row } from './rows.ts'
import { rules, type Person, type Verdict } from './rules.ts'

/** Every operation with its rule and a request that finds its resource. */
export const table: Record<OperationId, Row> = {
  ...signInRows,
  ...peopleRows,
  ...siloRows,
  ...instanceRows,
  ...storageRows,
  ...networkingRows,
  ...affinityRows,
  ...workRows,
}

/** Returns the expected answer of an operation to a user. */
export const verdictOf = (id: OperationId, person: Person): Verdict => rules[table[id].rule][person]
