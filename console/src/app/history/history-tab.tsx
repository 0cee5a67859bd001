import { Link } from '@tanstack/react-router'
import { use } from 'react'
import { useMay } from '../permissions.ts'
import { HistoryList } from './history-list.tsx'
import { PageResource } from './page-history.ts'
import { useResourceHistory } from './use-resource-history.ts'

/** The History tab of the page of a resource. */
export default function HistoryTab() {
  const id = use(PageResource)
  if (id === undefined) throw new Error('a History tab outside the page of a resource')
  return <History id={id} />
}

function History({ id }: { id: string }) {
  const query = useResourceHistory(id)
  const mayReadLog = useMay().fleet('list_contents')
  return (
    <div className="max-w-3xl">
      {mayReadLog && (
        <p className="mb-4 text-sm">
          <Link
            to="/system/audit-log"
            search={{ range: 'all', resource: id }}
            className="text-accent hover:underline"
          >
            All entries in the audit log
          </Link>
        </p>
      )}
      <HistoryList query={query} />
    </div>
  )
}
