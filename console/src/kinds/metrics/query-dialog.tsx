import { Link } from '@tanstack/react-router'
import { DOCS } from '../../app/docs.ts'
import { CopyCodeDialog } from '../../ui/overlay/copy-code-dialog.tsx'
import { HighlightedQuery } from './highlighted-query.tsx'
import { queryLines, queryText, type Stages } from './query-text.ts'

type QueryDialogProps = { project: string; stages: Stages; onClose: () => void }

/** Shows the query of a chart, to copy it as one line. */
export default function QueryDialog({ project, stages, onClose }: QueryDialogProps) {
  return (
    <CopyCodeDialog
      title="OxQL query"
      copyLabel="Copy query"
      code={queryText(stages)}
      onClose={onClose}
      about={
        <div className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
          <Link
            to="/projects/$project/metrics"
            params={{ project }}
            search={{ q: queryLines(stages) }}
            className="text-accent hover:underline"
          >
            Open in metrics
          </Link>
          <a className="text-accent hover:underline" href={DOCS.metrics} target="_blank" rel="noreferrer">
            Learn more about OxQL
          </a>
        </div>
      }
    >
      <HighlightedQuery query={queryLines(stages)} />
    </CopyCodeDialog>
  )
}
