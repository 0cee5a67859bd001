import type { Extensions } from '@granary/contract/call.ts'
import { MAX_BULK_ITEMS } from '@granary/domain/bulk.ts'
import { fullNumber } from '@granary/domain/numbers.ts'
import { MessageBox } from '../../ui/message-box.tsx'
import { LookedUp } from '../../ui/overlay/looking-up.tsx'
import { type Bulk, type BulkAction, type BulkChoice, counted } from './bulk.ts'
import { LeftOut, Names, type Target } from './bulk-targets.tsx'

type BulkContentProps = {
  extensions: Extensions
  action: Omit<BulkAction<never>, 'reason'>
  thing: Bulk<never>['thing']
  targets: readonly Target[]
  groups: {
    /** Rows that the action is possible for, and those of them that one job takes. */
    wanted: readonly Target[]
    possible: readonly Target[]
    leftOut: readonly Target[]
  }
  choice: BulkChoice
  onChoice: (next: BulkChoice) => void
  problem: string | undefined
  /** Why the job could not start. */
  failure: string | null
}

/** The affected and the skipped rows of a bulk action, and its further choices. */
export function BulkContent(props: BulkContentProps) {
  const { extensions, action, thing, targets, groups, choice, onChoice, problem, failure } = props
  const { wanted, possible, leftOut } = groups
  return (
    <>
      {failure && (
        <MessageBox variant="error" title="Error">
          {failure}
        </MessageBox>
      )}
      {wanted.length > possible.length && (
        <MessageBox variant="notice" className="mb-4">
          {`One job takes ${fullNumber(MAX_BULK_ITEMS)} at most, so these are the first; the other ${fullNumber(wanted.length - possible.length)} can be done afterwards.`}
        </MessageBox>
      )}
      {possible.length > 0 && (
        <>
          {targets.length > possible.length && (
            <p>{`${fullNumber(possible.length)} of the ${counted(targets.length, thing)} that are selected:`}</p>
          )}
          <Names targets={possible} />
          {action.note && <p className="mt-3 text-text-muted">{action.note}</p>}
          {action.plan && (
            <LookedUp>
              <action.plan
                extensions={extensions}
                ids={possible.map(({ id }) => id)}
                choice={choice}
                onChoice={onChoice}
                problem={problem}
              />
            </LookedUp>
          )}
        </>
      )}
      {leftOut.length > 0 && <LeftOut targets={leftOut} />}
    </>
  )
}
