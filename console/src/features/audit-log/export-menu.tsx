import type { CallInput } from '@granary/contract/call.ts'
import Download from 'lucide-react/icons/download'
import { Button } from '../../ui/button.tsx'
import { importPart } from '../../ui/lazy-part.ts'
import { Menu } from '../../ui/menu/menu.tsx'

const loadExport = importPart(() => import('./export-entries.ts'))

/** Saves the entries that the filters leave. */
export function ExportMenu({ query }: { query: CallInput<'auditLogList'>['query'] }) {
  const run = (format: 'csv' | 'jsonl') => () =>
    void loadExport().then(({ exportEntries }) => exportEntries(query, format))
  return (
    <Menu
      trigger={
        <Button variant="secondary" size="sm">
          <Download className="size-4" aria-hidden />
          Export
        </Button>
      }
      entries={[
        { label: 'Export as CSV', reads: true, onAction: run('csv') },
        { label: 'Export as JSON lines', reads: true, onAction: run('jsonl') },
      ]}
    />
  )
}
