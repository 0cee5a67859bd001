import { currentUserSshKeyList, imageList, instanceList } from '@granary/contract/generated/client.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import X from 'lucide-react/icons/x'
import { useEffect } from 'react'
import { isFinal } from '../../api/errors.ts'
import { apiQuery } from '../../api/queries.ts'
import { NotKnown } from '../../app/kit/pages/failed.tsx'
import { readAgain } from '../../app/kit/pages/unread.tsx'
import { pathTo } from '../../app/paths.ts'
import { IconButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { closeFirstSteps } from './first-steps-store.ts'

type Step = { title: string; purpose: string; href: string | null; isDone: boolean }

const one = { limit: 1 }
const optional = { throwOnError: false } as const

/** Returns the steps to a first machine, or why they are not known. @param projects the names of all projects. */
function useSteps(projects: readonly string[]): { steps?: Step[]; error?: Error | null | undefined } {
  const [project = ''] = projects
  const inProject = { ...optional, enabled: projects.length > 0 }
  const keys = useQuery({ ...apiQuery(currentUserSshKeyList, { query: one }), ...optional })
  const siloImages = useQuery({ ...apiQuery(imageList, { query: one }), ...optional })
  const images = useQuery({ ...apiQuery(imageList, { query: { ...one, project } }), ...inProject })
  const instances = useQuery({ ...apiQuery(instanceList, { query: { ...one, project } }), ...inProject })
  const all = [keys, siloImages, images, instances]
  const error = all.find((list) => list.error && !list.data && !isFinal(list.error))?.error
  if (error || all.some(({ isLoading }) => isLoading)) return { error }
  const has = (list: { data?: { items: unknown[] } | undefined }) => Boolean(list.data?.items.length)
  const within = (href: string) => (projects.length > 0 ? href : null)
  const steps = [
    {
      title: 'Create a project',
      purpose: 'It holds the machines, disks and networks of one purpose.',
      href: pathTo('/projects-new'),
      isDone: projects.length > 0,
    },
    {
      title: 'Add your SSH key',
      purpose: 'New machines know it, so that you can sign in to them.',
      href: pathTo('/settings/ssh-keys-new'),
      isDone: has(keys),
    },
    {
      title: 'Upload an image',
      purpose: 'The operating system that machines start from.',
      href: within(pathTo('/projects/$project/images-new', { project })),
      isDone: has(siloImages) || has(images),
    },
    {
      title: 'Create an instance',
      purpose: 'Your first machine, running in about a minute.',
      href: within(pathTo('/projects/$project/instances-new', { project })),
      isDone: has(instances),
    },
  ]
  return { steps }
}

/** The way from an empty silo to a running machine, until every step is done or the user closes it. */
export default function FirstSteps({ projects }: { projects: readonly string[] }) {
  const { steps, error } = useSteps(projects)
  const client = useQueryClient()
  const done = steps?.filter(({ isDone }) => isDone).length ?? 0
  const isComplete = steps !== undefined && done === steps.length
  useEffect(() => {
    if (isComplete) closeFirstSteps()
  }, [isComplete])
  const next = steps?.find(({ isDone, href }) => !isDone && href !== null)
  return (
    <section
      aria-labelledby="first-steps"
      className="rounded-md border border-border bg-surface-raised p-4 text-sm"
    >
      <header className="mb-3 flex items-center gap-2">
        <h2 id="first-steps" className="text-base font-semibold">
          First steps
        </h2>
        <span className="grow text-text-muted tabular-nums">{steps && `${done} of ${steps.length}`}</span>
        <IconButton label="Close first steps" tooltip={false} onPress={closeFirstSteps} className="-m-1.5">
          <X className="size-4" aria-hidden />
        </IconButton>
      </header>
      {error && <NotKnown what="First steps" error={error} onRetry={() => void readAgain(client)} />}
      <ol className="flex flex-col gap-3">
        {steps
          ? steps.map((step) => <StepLine key={step.title} step={step} isNext={step === next} />)
          : !error && [1, 2, 3, 4].map((line) => <Skeleton key={line} className="h-10 w-full" />)}
      </ol>
    </section>
  )
}

function StepLine({ step: { title, purpose, href, isDone }, isNext }: { step: Step; isNext: boolean }) {
  return (
    <li className="flex gap-2.5">
      <span
        className={classNames(
          'mt-0.5 flex size-4 shrink-0 items-center justify-center rounded-full border-[1.5px]',
          isDone ? 'border-positive text-positive' : isNext ? 'border-accent' : 'border-border-control',
        )}
      >
        {isDone && <Check className="size-2.5 stroke-[4]" role="img" aria-label="Done" />}
      </span>
      <div className="min-w-0">
        {isDone || href === null ? (
          <span className={isDone ? 'text-text-muted' : undefined}>{title}</span>
        ) : (
          <a href={href} className="font-medium text-accent hover:underline">
            {title}
          </a>
        )}
        {!isDone && <p className="text-text-muted">{purpose}</p>}
      </div>
    </li>
  )
}
