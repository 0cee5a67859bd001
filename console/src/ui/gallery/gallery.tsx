import { ConfirmDialog } from '../overlay/confirm.tsx'
import { PageHeader } from '../page/page-header.tsx'
import { Mark } from '../logo.tsx'
import { QueryTabs } from '../query-tabs.tsx'
import { setTheme, themes, useThemePreference } from '../theme.ts'
import { Toasts } from '../toast/toasts.tsx'
import { BasicsPage } from './basics.tsx'
import { ChartsPage } from './charts.tsx'
import { FieldsPage } from './fields.tsx'
import { OverlaysPage } from './overlays.tsx'
import { StudiesPage } from './studies.tsx'
import { TablesPage } from './tables.tsx'
import { ValuesPage } from './values.tsx'

/** Every component in all its states, for developers of screens. Part of development builds only. */
export default function Gallery() {
  const theme = useThemePreference()
  return (
    <main className="mx-auto max-w-6xl px-5 py-8 sm:px-10">
      <PageHeader
        title="Design system"
        icon={<Mark />}
        actions={
          <div className="min-w-0">
            <QueryTabs
              label="Theme"
              tabs={themes.map(({ value, label }) => ({ id: value, label, content: null }))}
              selected={theme}
              onSelect={setTheme}
            />
          </div>
        }
      />
      <BasicsPage />
      <ValuesPage />
      <FieldsPage />
      <OverlaysPage />
      <TablesPage />
      <ChartsPage />
      <StudiesPage />
      <ConfirmDialog />
      <Toasts />
    </main>
  )
}
