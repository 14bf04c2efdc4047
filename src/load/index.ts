export { type OpenedProfile, type OpenOptions, openProfile } from './open-profile.ts';
export { chooseOutputFormat, type SaveOptions, saveProfile } from './save-profile.ts';
