import type { CallInput, Extensions } from '@granary/contract/call.ts'
import { bulkJobCreate } from '@granary/contract/generated/client.ts'
import { MAX_BULK_ITEMS } from '@granary/domain/bulk.ts'
import { GiB } from '@granary/domain/sizes.ts'
import { useId, useState } from 'react'
import { messageOf } from '../../api/errors.ts'
import { useOperation } from '../../api/operate.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { DialogButtons } from '../../ui/overlay/dialog-buttons.tsx'
import { ShowAs } from '../show-as/show-as.tsx'
import { type Bulk, type BulkAction, type BulkChoice, counted } from './bulk.ts'
import { BulkContent } from './bulk-content.tsx'
import type { Target } from './bulk-targets.tsx'
import { JobDialog } from './job-dialog.tsx'

type BulkDialogProps = {
  extensions: Extensions
  action: Omit<BulkAction<never>, 'reason'>
  thing: Bulk<never>['thing']
  targets: readonly Target[]
  /** Called when the server has accepted the job. */
  onStarted: () => void
  onClose: () => void
}

/** Lists the affected rows and asks, then shows the result of each. */
export default function BulkDialog(props: BulkDialogProps) {
  const { extensions, action, thing, targets, onStarted, onClose } = props
  const start = useOperation(extensions.call(bulkJobCreate))
  const formId = useId()
  const [job, setJob] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [choice, setChoice] = useState<BulkChoice>({})
  const [problem, setProblem] = useState<string>()
  const wanted = targets.filter(({ reason }) => reason === null)
  const possible = wanted.slice(0, MAX_BULK_ITEMS)
  const leftOut = targets.filter(({ reason }) => reason !== null)
  const count = possible.length > 0 ? counted(possible.length, thing) : thing[1]
  // The other labels are verbs.
  const title = `${action.label} ${action.operation === 'tag_update' ? 'of ' : ''}${count}`
  const names = new Map(targets.map(({ id, name }) => [id, name]))
  if (job) return <JobDialog {...{ extensions, title, names, onClose }} id={job} />

  const choose = (next: BulkChoice) => {
    setChoice(next)
    setProblem(undefined)
  }
  const isReady = () => {
    const found = action.problemOf?.(choice) ?? null
    setProblem(found ?? undefined)
    return found === null
  }
  const send = () => start({ body: bodyOf(action, choice, possible) })
  const begin = async () => {
    if (pending || possible.length === 0 || !isReady()) return
    setPending(true)
    setFailure(null)
    try {
      const { id } = await send()
      onStarted()
      setJob(id)
    } catch (error) {
      setFailure(messageOf(error))
      setPending(false)
    }
  }
  return (
    <Dialog
      title={title}
      role="alertdialog"
      onClose={() => !pending && onClose()}
      footerStart={possible.length > 0 && <ShowAs of={send} isReady={async () => isReady()} />}
      footer={
        <DialogButtons
          onCancel={onClose}
          cancelDisabled={pending}
          variant={action.danger ? 'danger' : 'primary'}
          loading={pending}
          disabledReason={possible.length === 0 ? 'None of them can be' : undefined}
          type="submit"
          form={formId}
        >
          {action.label}
        </DialogButtons>
      }
    >
      <form
        id={formId}
        noValidate
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault()
          void begin()
        }}
      >
        <BulkContent
          {...{ extensions, action, thing, targets, choice, problem, failure }}
          groups={{ wanted, possible, leftOut }}
          onChoice={choose}
        />
      </form>
    </Dialog>
  )
}

/** Returns the request for the chosen rows. */
function bodyOf(
  action: BulkDialogProps['action'],
  { operation = action.operation, target = action.target, size, tags }: BulkChoice,
  targets: readonly Target[],
): CallInput<'bulkJobCreate'>['body'] {
  return {
    operation,
    ids: targets.map(({ id }) => id),
    ...(target && { target }),
    ...(size && size.ncpus !== null && { ncpus: size.ncpus }),
    ...(size && size.memoryGib !== null && { memory: size.memoryGib * GiB }),
    ...(tags && { tags: { set: [...tags.change.set], remove: [...tags.change.remove] } }),
  }
}
