import X from 'lucide-react/icons/x'
import { type KeyboardEvent, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { useStore } from '../../ui/store.ts'
import { type Match, matches } from './match.ts'
import { PaletteList } from './palette-list.tsx'
import { quickActionsOpen, quickActionsText, registeredActions } from './store.ts'

/** Opens the dialog over the page, with the focus in its field. */
function useModal() {
  const dialog = useRef<HTMLDialogElement>(null)
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    input.current?.focus()
    // Returns the focus to where it was.
    return () => element?.close()
  }, [])
  return { dialog, input }
}

const close = () => quickActionsOpen.set(false)

/** Finds destinations and actions by a few letters. */
export function Palette({ onGo }: { onGo: (href: string) => void }) {
  const { dialog, input } = useModal()
  const registered = useStore(registeredActions)
  const query = useStore(quickActionsText)
  /** The entry that the user moved to. Answers of the server appear above it. */
  const [chosen, setChosen] = useState<string | null>(null)
  const listId = useId()
  const found = useMemo(() => matches(registered.values(), query), [registered, query])
  const selected = Math.max(
    0,
    found.findIndex((match) => keyOf(match) === chosen),
  )
  const run = (match: Match | undefined) => {
    if (!match) return
    close()
    match.onChosen?.()
    // Runs after keyup of the choosing key, so that the key doesn't act on the next dialog.
    setTimeout(() => (match.href ? onGo(match.href) : match.onAction?.()))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && found.length > 0) setChosen(keyOf(found.at((selected + step) % found.length)!))
    else if (event.key === 'Enter' && event.target === input.current) run(found[selected])
    else return
    event.preventDefault()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the field within, presses on the scrim
    <dialog
      ref={dialog}
      aria-label="Quick actions"
      onClose={() => !dialog.current?.open && close()}
      onClick={(event) => event.target === dialog.current && close()}
      onKeyDown={onKeyDown}
      className="appear mx-auto mt-[20vh] w-[min(46rem,calc(100vw-2rem))] rounded-lg border border-border bg-surface-raised p-0 text-text shadow-raised backdrop:bg-scrim"
    >
      <div className="flex items-center gap-2 border-b border-border px-4">
        <input
          ref={input}
          value={query}
          placeholder="Search"
          role="combobox"
          aria-label="Search"
          aria-expanded={found.length > 0}
          aria-controls={listId}
          aria-activedescendant={found[selected] ? `${listId}-${selected}` : undefined}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            quickActionsText.set(event.target.value)
            setChosen(null)
          }}
          className="h-12 grow bg-transparent text-lg outline-none"
        />
        {query && (
          <IconButton
            label="Clear"
            tooltip={false}
            onPress={() => {
              quickActionsText.set('')
              input.current?.focus()
            }}
          >
            <X className="size-4" aria-hidden />
          </IconButton>
        )}
        <button
          type="button"
          onClick={close}
          className="rounded px-2 py-1 text-sm text-text-muted hover:text-text"
        >
          Dismiss
        </button>
      </div>
      {found.length > 0 && <PaletteList found={found} selected={selected} listId={listId} onRun={run} />}
      <KeyHints />
    </dialog>
  )
}

const keyOf = ({ group, label, href }: Match): string => [group, label, href].join()

const KeyHints = () => (
  <footer className="flex gap-4 max-sm:hidden border-t border-border px-4 py-2 text-xs text-text-muted">
    <span>
      <kbd>Enter</kbd> to submit
    </span>
    <span>
      <kbd>Arrow Up</kbd> <kbd>Arrow Down</kbd> to select
    </span>
    <span>
      <kbd>Esc</kbd> to close
    </span>
  </footer>
)
