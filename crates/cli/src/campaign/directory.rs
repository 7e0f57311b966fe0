//! The directory of a campaign as its verbs open it, and what they say where it cannot be used.

use std::io;
use std::path::Path;

use minclue_campaign::{Campaign, CampaignFolder, FolderError, InputList, ManifestError, Survey, file_sha256};

use super::super::context::Context;
use super::super::exit::Exit;
use super::super::message::Messages;
use super::args::CampaignCommon;

pub(in super::super) struct Directory {
    pub(in super::super) folder: CampaignFolder,
    pub(in super::super) campaign: Campaign,
    pub(in super::super) context: Context,
}

impl Directory {
    /// The campaign that the arguments name.
    ///
    /// # Errors
    /// The exit code; what is wrong was said.
    pub(super) fn open(common: &CampaignCommon) -> Result<Self, Exit> {
        let context = context(common)?;
        let folder = CampaignFolder::new(&common.folder);
        let campaign = folder.open().map_err(|e| said(&e, &context.messages))?;
        Ok(Self { folder, campaign, context })
    }

    /// Looks at what is there.
    ///
    /// # Errors
    /// As of [`Self::open`].
    pub(in super::super) fn survey(&self) -> Result<Survey, Exit> {
        Survey::of(&self.folder, &self.campaign).map_err(|e| self.failed(self.folder.root(), &e))
    }

    /// What is said if the inputs are not those that the campaign was made of.
    ///
    /// # Errors
    /// They cannot be read; that was said.
    pub(super) fn changed_inputs(&self) -> Result<Option<String>, Exit> {
        let path = self.folder.inputs();
        let sha256 = file_sha256(&path).map_err(|e| self.failed(&path, &e))?;
        let is_changed = sha256 != self.campaign.manifest.inputs_sha256;
        Ok(is_changed.then(|| format!("{} was changed after the campaign was made", path.display())))
    }

    /// The inputs.
    ///
    /// # Errors
    /// As of [`Self::open`].
    pub(super) fn inputs(&self) -> Result<InputList, Exit> {
        let path = self.folder.inputs();
        InputList::open(&path, self.campaign.manifest.n_inputs).map_err(|e| self.failed(&path, &e))
    }

    /// Says that a file of it cannot be used.
    pub(in super::super) fn failed(&self, path: &Path, e: &io::Error) -> Exit {
        self.context.messages.error(&format!("{}: {e}", path.display()), None);
        if e.kind() == io::ErrorKind::InvalidData { Exit::InvalidInput } else { Exit::Internal }
    }
}

/// What every verb of campaigns may need.
pub(super) fn context(common: &CampaignCommon) -> Result<Context, Exit> {
    Context::new(&common.messages)
}

/// Says why a directory cannot be used, and returns the exit code.
pub(in super::super) fn said(error: &FolderError, messages: &Messages) -> Exit {
    let help = match error {
        FolderError::NoCampaign(_) => Some("run minclue campaign new DIR -- solve INPUT first"),
        FolderError::NotEmpty(_) => Some("use a new or empty directory"),
        FolderError::File(..) => None,
    };
    messages.error(&error.to_string(), help);
    match error {
        FolderError::File(_, ManifestError::Io(_)) => Exit::Internal,
        _ => Exit::InvalidInput,
    }
}
