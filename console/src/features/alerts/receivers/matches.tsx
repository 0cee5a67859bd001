import { isGlob } from '@granary/domain/alert-subscriptions.ts'
import { TruncatedText } from '../../../ui/format/truncated-text.tsx'
import { matchesOf, useClasses } from '../classes.ts'

/** What a subscription matches: the description of a class, or the classes of a glob. */
export function Matches({ subscription }: { subscription: string }) {
  const { data } = useClasses()
  if (!data) return null
  if (!isGlob(subscription)) {
    const known = data.find(({ name }) => name === subscription)
    return <TruncatedText text={known?.description ?? 'No such class'} className="text-text-muted" />
  }
  const names = matchesOf(
    subscription,
    data.map(({ name }) => name),
  )
  if (names.length === 0) return <span className="text-notice">No class yet</span>
  const count =
    names.length === data.length
      ? `All ${names.length} classes`
      : `${names.length} ${names.length === 1 ? 'class' : 'classes'}`
  return <TruncatedText text={`${count}: ${names.join(', ')}`} className="text-text-muted" />
}
