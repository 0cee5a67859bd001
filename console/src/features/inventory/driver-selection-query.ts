import { driverSelectionView } from '@granary/contract/generated/client.ts'
import { extensionQuery } from '../../api/queries.ts'

/** Which driver runs the machines. A server without extensions doesn't say. */
export const driverSelection = extensionQuery(driverSelectionView, {}, async () => ({
  driver: '',
  reason: '',
  candidates: [],
}))
