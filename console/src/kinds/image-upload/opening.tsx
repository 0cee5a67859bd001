import { useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { SidePanel } from '../../ui/overlay/side-panel.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'

/** Milliseconds after which a user would think that the click did nothing. */
const PATIENCE_MS = 400

/** The panel while it waits for the server. Shows nothing at first, because the answer usually comes at once. */
export function Opening({ onDismiss }: { onDismiss: () => unknown }) {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!isLate) return null
  const dismiss = () => void onDismiss()
  return (
    <SidePanel
      title="Upload image"
      onClose={dismiss}
      footer={
        <Button variant="ghost" size="sm" onPress={dismiss}>
          Cancel
        </Button>
      }
    >
      <div role="status" aria-label="Loading" className="flex flex-col gap-5">
        <Skeleton className="h-8 w-full" />
        <Skeleton className="h-8 w-full" />
        <Skeleton className="h-8 w-full" />
      </div>
    </SidePanel>
  )
}
