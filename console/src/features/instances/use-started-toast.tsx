import { useEffect, useRef } from 'react'
import { pathTo } from '../../app/paths.ts'
import { addToast } from '../../ui/toast/toast-store.ts'
import { Highlight } from '../../ui/toast/toasts.tsx'
import { type Instance, useInstancePath } from './use-instance.ts'

const STARTING_STATES: readonly Instance['runState'][] = ['creating', 'starting']

/** Tells the user who watches an instance start that it is up, with the way into it. */
export function useStartedToast({ id, name, runState }: Instance): void {
  const { project } = useInstancePath()
  const seen = useRef({ id, runState })
  useEffect(() => {
    const before = seen.current
    seen.current = { id, runState }
    if (before.id !== id || !STARTING_STATES.includes(before.runState) || runState !== 'running') return
    addToast({
      content: (
        <>
          Instance <Highlight>{name}</Highlight> has started
        </>
      ),
      link: {
        text: 'Open console',
        href: pathTo('/projects/$project/instances/$instance/serial-console', { project, instance: name }),
      },
    })
  }, [id, name, project, runState])
}
