import type { WireRequest } from '@granary/contract/show-as/wire-request.ts'
import Code from 'lucide-react/icons/code'
import { Suspense, useState } from 'react'
import { messageOf } from '../../api/errors.ts'
import { firstRequestOf } from '../../api/first-request.ts'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Menu } from '../../ui/menu/menu.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { FORMATS, type Format } from './formats.ts'

const ShownRequest = lazyPart(() => import('./shown-request.tsx'))

type ShowAsProps = {
  /** The action whose first request is shown. It runs up to that request, which isn't sent. */
  of: () => unknown
  /** Whether the input is complete. It shows the problems otherwise. */
  isReady?: () => Promise<boolean>
}

/** A menu that shows the request of a form or an action as a command, as HTTP and as Terraform. */
export function ShowAs({ of: action, isReady }: ShowAsProps) {
  const [shown, setShown] = useState<{ format: Format; request: WireRequest } | null>(null)
  const show = async (format: Format) => {
    if (isReady && !(await isReady())) return
    try {
      const request = await firstRequestOf(action)
      if (request) setShown({ format, request })
      else addToast({ content: 'This sends no request.' })
    } catch (error) {
      addToast({ variant: 'error', title: 'Could not show the request', content: messageOf(error) })
    }
  }
  const labels = Object.entries(FORMATS) as [Format, string][]
  return (
    <>
      <Menu
        placement="bottom start"
        trigger={
          <Button variant="ghost" size="sm" icon={<Code className="size-4" aria-hidden />}>
            Show as
          </Button>
        }
        entries={labels.map(([format, label]) => ({ label, reads: true, onAction: () => void show(format) }))}
      />
      {shown && (
        <Suspense fallback={null}>
          <ShownRequest {...shown} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </>
  )
}
