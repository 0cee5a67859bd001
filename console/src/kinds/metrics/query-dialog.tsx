import { DOCS } from '../../app/docs.ts'
import { CopyCodeDialog } from '../../ui/overlay/copy-code-dialog.tsx'
import { queryLines, queryText, type Stages } from './query-text.ts'
import { type Token, tokensOf } from './query-tokens.ts'

const COLORS: Record<Token['kind'], string | undefined> = {
  keyword: 'text-change',
  string: 'text-positive',
  number: 'text-info',
  plain: undefined,
}

type QueryDialogProps = { stages: Stages; onClose: () => void }

/** Shows the query of a chart, to copy it as one line. */
export default function QueryDialog({ stages, onClose }: QueryDialogProps) {
  return (
    <CopyCodeDialog
      title="OxQL query"
      copyLabel="Copy query"
      code={queryText(stages)}
      onClose={onClose}
      about={
        <a
          className="text-sm text-accent hover:underline"
          href={DOCS.metrics}
          target="_blank"
          rel="noreferrer"
        >
          Learn more about OxQL
        </a>
      }
    >
      {tokensOf(queryLines(stages)).map(({ kind, text }, at) => (
        <span key={at} className={COLORS[kind]}>
          {text}
        </span>
      ))}
    </CopyCodeDialog>
  )
}
