import fc from 'fast-check'

// Property tests try the same values in every run, so that a change which breaks nothing never fails.
// `GRANARY_SEED=random npm run unit` looks for new ones.
const { GRANARY_SEED: seed = '1' } = process.env
if (seed !== 'random') fc.configureGlobal({ seed: Number(seed) })
