import { alertClassList } from '@granary/contract/generated/client.ts'
import { matchesClass } from '@granary/domain/alert-subscriptions.ts'
import { useQuery } from '@tanstack/react-query'
import { allQuery } from '../../api/queries.ts'

/** Reads all classes of alerts, which a running server never changes. */
export const useClasses = () =>
  useQuery({ ...allQuery(alertClassList, {}), staleTime: Number.POSITIVE_INFINITY, throwOnError: false })

/** Returns the globs of all classes that begin with the same word: `instance.**`. */
export function globsOf(names: readonly string[]): string[] {
  const groups = Map.groupBy(names, (name) => name.split('.', 1)[0]!)
  return [...groups].filter(([, some]) => some.length > 1).map(([word]) => `${word}.**`)
}

/** Returns the classes that a subscription matches. */
export const matchesOf = (subscription: string, names: readonly string[]): string[] =>
  names.filter((name) => matchesClass(subscription, name))
