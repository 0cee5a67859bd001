import { fullNumber } from '@granary/domain/numbers.ts'
import { type Kind, nameOfKind } from '@granary/domain/kinds.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { capitalize, messageOf } from '../../api/errors.ts'
import { TextField } from '../../ui/fields/text-field.tsx'
import { MessageBox } from '../../ui/message-box.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { DialogButtons } from '../../ui/overlay/dialog-buttons.tsx'
import { LookingUp } from '../../ui/overlay/looking-up.tsx'
import { JobDialog } from '../bulk/job-dialog.tsx'
import { Failed } from '../kit/pages/failed.tsx'
import { ShowAs } from '../show-as/show-as.tsx'
import type { Deletion, Plan } from './deleting.ts'

/** Names shown per kind. */
const MAX_SHOWN = 5

type DeleteEverythingProps = { deletion: Deletion; onClose: () => void }

/** Shows everything in a project or silo by kind, and deletes it once the user has typed the name. */
export default function DeleteEverything({ deletion, onClose }: DeleteEverythingProps) {
  const { extensions, place, name } = deletion
  const plan = useQuery({ ...deletion.plan, staleTime: 0, throwOnError: false })
  const [typed, setTyped] = useState('')
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [job, setJob] = useState<string | null>(null)
  if (job)
    return <JobDialog extensions={extensions} id={job} title={`Delete ${place} ${name}`} onClose={onClose} />

  const remove = async () => {
    setPending(true)
    setFailure(null)
    try {
      setJob((await deletion.start(typed)).id)
    } catch (error) {
      setFailure(messageOf(error))
      setPending(false)
    }
  }
  return (
    <Dialog
      title={`Delete ${place}`}
      role="alertdialog"
      onClose={() => !pending && onClose()}
      footerStart={<ShowAs of={() => deletion.start(name)} />}
      footer={
        <DialogButtons
          onCancel={onClose}
          cancelDisabled={pending}
          variant="danger"
          loading={pending}
          disabledReason={
            !plan.data
              ? 'Its contents are not known yet'
              : typed === name
                ? undefined
                : `Type ${name} to confirm`
          }
          onPress={() => void remove()}
        >
          Delete everything
        </DialogButtons>
      }
    >
      <div className="flex flex-col gap-4">
        {failure && <MessageBox variant="error">{failure}</MessageBox>}
        {plan.data ? (
          <Contents plan={plan.data} deletion={deletion} />
        ) : plan.error ? (
          <Failed what={`Contents of the ${place}`} error={plan.error} onRetry={() => void plan.refetch()} />
        ) : (
          <LookingUp />
        )}
        <TextField
          label={`${capitalize(place)} name`}
          hint={`Type ${name} to confirm`}
          value={typed}
          onChange={setTyped}
          notPersonal
        />
      </div>
    </Dialog>
  )
}

/** Lists everything that goes, by kind. */
function Contents({ plan, deletion: { place, name, pageOf } }: { plan: Plan; deletion: Deletion }) {
  const { contents, belongings = [], total, stops, blocked } = plan
  return (
    <>
      <p>
        {capitalize(place)} <strong className="wrap-anywhere">{name}</strong> contains{' '}
        {total === 1 ? '1 resource' : `${fullNumber(total)} resources`}. All of them are deleted with it, and
        this can't be undone.
      </p>
      <dl className="flex max-h-64 flex-col gap-1.5 overflow-y-auto text-sm">
        {contents.map((kind) => (
          <KindLine key={kind.kind} {...kind} page={pageOf(kind.kind)} />
        ))}
        {belongings.map(({ kind, count }) => (
          <KindLine key={kind} kind={kind} count={count} page={pageOf(kind)} />
        ))}
      </dl>
      <Notes stops={stops} blocked={blocked} place={place} />
    </>
  )
}

type NotesProps = Pick<Plan, 'stops' | 'blocked'> & Pick<Deletion, 'place'>

/** Says what stops first, and what stays. */
const Notes = ({ stops, blocked, place }: NotesProps) => (
  <>
    {stops > 0 && (
      <MessageBox>
        {stops === 1 ? '1 instance is running and is' : `${fullNumber(stops)} instances are running and are`}{' '}
        stopped first.
      </MessageBox>
    )}
    {blocked > 0 && (
      <MessageBox variant="notice">
        {blocked === 1 ? '1 resource' : `${fullNumber(blocked)} resources`} can't be deleted now. The {place}{' '}
        stays until you resolve that and try again.
      </MessageBox>
    )}
  </>
)

type KindLineProps = Omit<Plan['contents'][number], 'first'> & {
  first?: Plan['contents'][number]['first']
  page: string | undefined
}

function KindLine({ kind, count, first, page }: KindLineProps) {
  const label = countOf(kind, count)
  const shown = first?.slice(0, MAX_SHOWN) ?? []
  return (
    <div>
      <dt className="inline font-medium">
        {page ? (
          <a href={page} className="text-accent hover:underline">
            {label}
          </a>
        ) : (
          label
        )}
        {first && ': '}
      </dt>
      {first && (
        <dd className="inline wrap-anywhere text-text-muted">
          {shown.map(({ id, name, problem }, at) => (
            <span key={id}>
              {at > 0 && ', '}
              {name}
              {problem && <span className="text-danger"> ({problem})</span>}
            </span>
          ))}
          {count > shown.length && ` and ${fullNumber(count - shown.length)} more`}
        </dd>
      )}
    </div>
  )
}

/** `2 disks`, `1 user`. */
const countOf = (kind: Kind, count: number): string =>
  `${fullNumber(count)} ${nameOfKind(kind).replace(/^silo /, '')}${count === 1 ? '' : 's'}`
