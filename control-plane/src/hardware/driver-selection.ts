import { handlers } from '../kinds/handler.ts'

export const driverSelectionHandlers = handlers({
  driverSelectionView: async ({ services: { settings } }) => ({
    ...settings.driverSelection,
    candidates: settings.driverSelection.candidates.map(({ name, missing }) => ({
      name,
      missing: [...missing],
    })),
  }),
})
