import type { ItemOf } from '@granary/contract/call.ts'
import { Preview } from './instance-preview.tsx'

/** The preview of the list of all projects. */
export default function SiloInstancePreview({ row }: { row: ItemOf<'siloInstanceList'> }) {
  return <Preview instance={row} project={row.projectName} />
}
