import { Button } from '@granary/console/ui/button.tsx'
import { Dialog } from '@granary/console/ui/overlay/dialog.tsx'
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'

const REPOSITORIES = [
  { name: 'SQLite compiled to WebAssembly', url: 'https://github.com/sqlite/sqlite-wasm' },
  { name: 'Mock Service Worker', url: 'https://github.com/mswjs/msw' },
]

/**
 * Renders the banner above the page, in its own tree so that it stays while the console loads and when it fails. It
 * comes last in the document, because the skip link must come first in the tab order.
 */
export function showBanner(): void {
  document.documentElement.style.setProperty('--banner-height', '2.5rem')
  document.body.style.paddingTop = 'var(--banner-height)'
  const place = document.body.appendChild(document.createElement('div'))
  createRoot(place).render(
    <StrictMode>
      <Banner />
    </StrictMode>,
  )
}

function Banner() {
  const [open, setOpen] = useState(false)
  return (
    <aside
      aria-label="Technical preview"
      className="fixed inset-x-0 top-0 z-30 flex h-(--banner-height) items-center justify-center gap-2 border-b border-border bg-info-soft px-3 text-sm text-info"
    >
      <p className="truncate">
        This is a technical preview.{' '}
        <span className="max-md:hidden">What you create is gone when the page is reloaded.</span>
      </p>
      <Button
        variant="ghost"
        size="sm"
        className="text-info underline underline-offset-2"
        onPress={() => setOpen(true)}
      >
        Learn more
      </Button>
      {open && <AboutPreview onClose={() => setOpen(false)} />}
    </aside>
  )
}

function AboutPreview({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      title="Console Technical Preview"
      onClose={onClose}
      footer={
        <Button size="sm" onPress={onClose}>
          Close
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <p>
          The console talks to a mock API that runs in this browser tab. The resources that you create persist
          across client-side navigation only: they are yours alone, and they vanish when the page is
          refreshed.
        </p>
        <p>
          The bodies of requests and responses match the public API description. Behaviour behind them, such
          as machines, is mocked only as far as development and testing need it.
        </p>
        <h3 className="mt-1 font-semibold">Relevant repositories</h3>
        <ul className="flex flex-col gap-1">
          {REPOSITORIES.map(({ name, url }) => (
            <li key={url}>
              <a
                href={url}
                target="_blank"
                rel="noreferrer"
                className="text-accent underline underline-offset-2"
              >
                {name}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}
