import {
  createContext,
  type ReactNode,
  Suspense,
  useContext,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'
import { Skeleton } from '../page/skeleton.tsx'

/** Starts a wait of the dialog, and returns the function that ends it. */
type Wait = () => () => void

const WaitContext = createContext<Wait | null>(null)
const WaitingContext = createContext(false)

/** Counts the parts of a dialog that still look something up. */
export function DialogWaits({ children }: { children: ReactNode }) {
  const [count, setCount] = useState(0)
  const wait = useMemo<Wait>(
    () => () => {
      setCount((before) => before + 1)
      return () => setCount((before) => before - 1)
    },
    [],
  )
  return (
    <WaitContext value={wait}>
      <WaitingContext value={count > 0}>{children}</WaitingContext>
    </WaitContext>
  )
}

/** Whether a part of the dialog around still looks something up. */
export const useIsLookingUp = (): boolean => useContext(WaitingContext)

/**
 * A placeholder inside a dialog. While it is shown the dialog's action button waits: the user confirms only what they
 * can read, and the button doesn't move away under a press when the text arrives.
 */
export function LookingUp() {
  const wait = useContext(WaitContext)
  useLayoutEffect(() => wait?.(), [wait])
  return (
    <div role="status" aria-label="Looking up what goes and what stays" className="mt-3 flex flex-col gap-2">
      <Skeleton className="h-3 w-56" />
      <Skeleton className="h-3 w-64" />
    </div>
  )
}

/** A lazily loaded part of a dialog, which the action button waits for. */
export const LookedUp = ({ children }: { children: ReactNode }) => (
  <Suspense fallback={<LookingUp />}>{children}</Suspense>
)
