import type { CallOutput, Extensions } from '@granary/contract/call.ts'
import { projectDeleteWithContents, projectDeletionPlan } from '@granary/contract/generated/client.ts'
import { fullNumber } from '@granary/domain/numbers.ts'
import { nameOfKind, type ProjectKind } from '@granary/domain/kinds.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../api/errors.ts'
import { operate } from '../../api/operate.ts'
import { apiQuery } from '../../api/queries.ts'
import { JobDialog } from '../../app/bulk/job-dialog.tsx'
import { pathTo } from '../../app/paths.ts'
import { TextField } from '../../ui/fields/text-field.tsx'
import { MessageBox } from '../../ui/message-box.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { DialogButtons } from '../../ui/overlay/dialog-buttons.tsx'

type Contents = CallOutput<'projectDeletionPlan'>['contents'][number]

/** The pages that list the resources of a kind, where there is one. */
const PAGES: Partial<Record<ProjectKind, (project: string) => string>> = {
  instance: (project) => pathTo('/projects/$project/instances', { project }),
  disk: (project) => pathTo('/projects/$project/disks', { project }),
  snapshot: (project) => pathTo('/projects/$project/snapshots', { project }),
  'project-image': (project) => pathTo('/projects/$project/images', { project }),
  'affinity-group': (project) => pathTo('/projects/$project/affinity', { project }),
  'anti-affinity-group': (project) => pathTo('/projects/$project/affinity', { project }),
}
/** Names shown per kind. */
const MAX_SHOWN = 5

type DeleteEverythingProps = {
  extensions: Extensions
  project: { id: string; name: string }
  onClose: () => void
}

/** Shows everything in a project by kind, and deletes it with the project once the user has typed its name. */
export default function DeleteEverything({ extensions, project, onClose }: DeleteEverythingProps) {
  const queryClient = useQueryClient()
  const path = { project: project.id }
  const plan = useQuery({
    ...apiQuery(extensions.call(projectDeletionPlan), { path }),
    staleTime: 0,
    throwOnError: false,
  })
  const [typed, setTyped] = useState('')
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [job, setJob] = useState<string | null>(null)
  if (job)
    return (
      <JobDialog
        extensions={extensions}
        id={job}
        title={`Delete project ${project.name}`}
        onClose={onClose}
      />
    )

  const remove = async () => {
    setPending(true)
    setFailure(null)
    try {
      const call = extensions.call(projectDeleteWithContents)
      const { id } = await operate(queryClient, call, { path, body: { name: typed } })
      setJob(id)
    } catch (error) {
      setFailure(messageOf(error))
      setPending(false)
    }
  }
  const { contents = [], total = 0, stops = 0, blocked = 0 } = plan.data ?? {}
  const problem = failure ?? (plan.error && messageOf(plan.error))
  return (
    <Dialog
      title="Delete project"
      role="alertdialog"
      onClose={() => !pending && onClose()}
      footer={
        <DialogButtons
          onCancel={onClose}
          cancelDisabled={pending}
          variant="danger"
          loading={pending}
          disabledReason={typed === project.name ? undefined : `Type ${project.name} to confirm`}
          onPress={() => void remove()}
        >
          Delete everything
        </DialogButtons>
      }
    >
      <div className="flex flex-col gap-4">
        {problem && <MessageBox variant="error">{problem}</MessageBox>}
        <p>
          Project <strong className="wrap-anywhere">{project.name}</strong> contains{' '}
          {total === 1 ? '1 resource' : `${fullNumber(total)} resources`}. All of them are deleted with it,
          and this can't be undone.
        </p>
        <dl className="flex max-h-64 flex-col gap-1.5 overflow-y-auto text-sm">
          {contents.map((kind) => (
            <KindLine key={kind.kind} {...kind} project={project.name} />
          ))}
        </dl>
        {stops > 0 && (
          <MessageBox>
            {stops === 1
              ? '1 instance is running and is'
              : `${fullNumber(stops)} instances are running and are`}{' '}
            stopped first.
          </MessageBox>
        )}
        {blocked > 0 && (
          <MessageBox variant="notice">
            {blocked === 1 ? '1 resource' : `${fullNumber(blocked)} resources`} can't be deleted now. The
            project stays until you resolve that and try again.
          </MessageBox>
        )}
        <TextField
          label="Project name"
          hint={`Type ${project.name} to confirm`}
          value={typed}
          onChange={setTyped}
          notPersonal
        />
      </div>
    </Dialog>
  )
}

function KindLine({ kind, count, first, project }: Contents & { project: string }) {
  const page = PAGES[kind]
  const label = `${fullNumber(count)} ${nameOfKind(kind)}${count === 1 ? '' : 's'}`
  const shown = first.slice(0, MAX_SHOWN)
  return (
    <div>
      <dt className="inline font-medium">
        {page ? (
          <a href={page(project)} className="text-accent hover:underline">
            {label}
          </a>
        ) : (
          label
        )}
        {': '}
      </dt>
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
    </div>
  )
}
