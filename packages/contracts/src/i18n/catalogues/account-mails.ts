/** Fixed sentences of mails to users about their accounts: subject and text by what the mail is about. */
import { catalogue } from '../catalogue.ts';

export const accountMailTexts = catalogue({
  en: {
    invitation_subject: 'You’re invited to Parley',
    invitation_text: 'You’re invited to a team inbox in Parley. The link works once and expires in 7 days. Invited by:',
    acceptInvitation: 'Create your account',
    notExpected: 'If you weren’t expecting this, ignore this email.',
    password_link_subject: 'Choose a new password for Parley',
    password_link_text: 'The link works once and expires in an hour. A new password signs you out everywhere.',
    password_changed_subject: 'Your Parley password was changed',
    password_changed_text:
      'A new password was set by a link. Every session and personal API key has ended, and single sign-on was disconnected.',
    factor_changed_subject: 'Your second factor for Parley was changed',
    factor_changed_text:
      'An authenticator app or passkey was added to your account or removed. Your other sessions have ended.',
    factor_reset_subject: 'Your second factor for Parley was reset',
    factor_reset_text: 'An admin has removed your second factors. Sign in with your password, then set up new ones.',
    new_device_subject: 'New sign-in to Parley',
    new_device_text: 'Someone signed in to your account in a new browser.',
    address_held_subject: 'An admin’s address was not changed',
    address_held_text:
      'A directory sent another sign-in address for an admin. It was not applied. If it’s right, that admin can enter it in Settings → Profile.',
    admin_ended_subject: 'A user is no longer an admin',
    admin_ended_text:
      'The groups of a sign-in or a directory no longer make this person an admin. If that’s wrong, add them to the group again.',
    email_confirmation_subject: 'Confirm your address for Parley',
    email_confirmation_text:
      'The Parley account below wants to sign in with this address. Confirm only if the account is yours. The link works once and expires in a day.',
    email_change_asked_subject: 'A new sign-in address was requested',
    email_change_asked_text:
      'A new sign-in address was requested for your Parley account. It takes effect once that address is confirmed; until then, sign in as before.',
    email_changed_subject: 'Your sign-in address for Parley was changed',
    email_changed_text: 'An admin has set another sign-in address for your account.',
    route_changed_subject: 'Parley’s message settings were changed',
    route_changed_text:
      'Settings for where messages go were changed: a mail server, a sender, a webhook or a key. If you didn’t expect this, check them in Integrations.',
    choosePassword: 'Choose a new password',
    openProfile: 'Open your profile',
    openAuditLog: 'Open the audit log',
    /** Text below a link that the user requested. */
    notAsked: 'If you didn’t request this, ignore this email. Your password stays the same.',
    confirmAddress: 'Confirm this address',
    notAskedToConfirm: 'If you didn’t request this, ignore this email. Nothing changes.',
    /** Text below a completed change. */
    notYou: 'If this wasn’t you, change your password, end your other sessions and tell an admin.',
    /** Below a notice to every administrator. */
    youAdminister: 'You’re receiving this email because you’re an admin.',
    report_not_sent_subject: 'A report was not mailed',
    report_not_sent_text: 'A recipient of a report that you mail doesn’t get it. The report, the recipient, and why:',
    not_permitted: 'They may not read reports.',
    deactivated: 'Their account is deactivated.',
    failed: 'The report couldn’t be computed or the mail couldn’t be sent.',
    openReports: 'Open reports',
    youSendIt: 'You’re receiving this email because the report is yours.',
  },
  de: {
    invitation_subject: 'Einladung zu Parley',
    invitation_text:
      'Sie sind zum gemeinsamen Posteingang eines Teams in Parley eingeladen. Der Link gilt einmal und sieben Tage lang. Eingeladen von:',
    acceptInvitation: 'Konto erstellen',
    notExpected: 'Wenn Sie das nicht erwartet haben, ignorieren Sie diese E-Mail.',
    password_link_subject: 'Neues Passwort für Parley wählen',
    password_link_text: 'Der Link gilt einmal und eine Stunde lang. Ein neues Passwort meldet Sie überall ab.',
    password_changed_subject: 'Ihr Passwort für Parley wurde geändert',
    password_changed_text:
      'Über einen Link wurde ein neues Passwort gesetzt. Alle Sitzungen und persönlichen API-Schlüssel wurden beendet und die Verbindung mit Single Sign-on wurde getrennt.',
    factor_changed_subject: 'Ihr zweiter Faktor für Parley wurde geändert',
    factor_changed_text:
      'Eine Code-App oder ein Passkey wurde hinzugefügt oder entfernt. Ihre anderen Sitzungen wurden beendet.',
    factor_reset_subject: 'Ihr zweiter Faktor für Parley wurde zurückgesetzt',
    factor_reset_text:
      'Ein Administrator hat Ihre zweiten Faktoren entfernt. Sie melden sich mit dem Passwort an und können neue einrichten.',
    new_device_subject: 'Neue Anmeldung bei Parley',
    new_device_text:
      'Mit einem Browser, der dafür noch nie verwendet wurde, hat sich jemand bei Ihrem Konto angemeldet.',
    address_held_subject: 'Die Adresse eines Administrators wurde nicht geändert',
    address_held_text:
      'Ein Verzeichnis hat für einen Administrator eine andere Anmeldeadresse geschickt. Sie wurde nicht übernommen. Stimmt sie, trägt der Administrator sie unter Einstellungen → Profil ein.',
    admin_ended_subject: 'Eine Person ist kein Administrator mehr',
    admin_ended_text:
      'Die Gruppen aus einer Anmeldung oder einem Verzeichnis machen diese Person nicht mehr zum Administrator. Ist das falsch, nehmen Sie sie wieder in die Gruppe auf.',
    email_confirmation_subject: 'Bestätigen Sie Ihre Adresse für Parley',
    email_confirmation_text:
      'Das unten genannte Parley-Konto soll sich mit dieser Adresse anmelden. Bestätigen Sie sie nur, wenn das Konto Ihres ist. Der Link gilt einmal und einen Tag lang.',
    email_change_asked_subject: 'Eine andere Anmeldeadresse wurde angefordert',
    email_change_asked_text:
      'Ihr Parley-Konto soll eine andere Anmeldeadresse bekommen. Sie ändert sich, sobald die neue Adresse bestätigt ist; bis dahin melden Sie sich wie bisher an.',
    email_changed_subject: 'Ihre Anmeldeadresse für Parley wurde geändert',
    email_changed_text: 'Ein Administrator hat für Ihr Konto eine andere Anmeldeadresse gesetzt.',
    route_changed_subject: 'Wohin Parley Nachrichten sendet, wurde geändert',
    route_changed_text:
      'Einstellungen wurden geändert, die bestimmen, wohin Nachrichten gehen: ein Mailserver, ein Absender, ein Webhook oder ein Schlüssel. Wenn Sie das nicht erwartet haben, prüfen Sie sie unter Integrationen.',
    choosePassword: 'Neues Passwort wählen',
    openProfile: 'Profil öffnen',
    openAuditLog: 'Prüfprotokoll öffnen',
    notAsked: 'Wenn Sie das nicht angefordert haben, ist nichts zu tun: Ihr Passwort bleibt, wie es ist.',
    confirmAddress: 'Adresse bestätigen',
    notAskedToConfirm: 'Wenn Sie das nicht angefordert haben, ignorieren Sie diese E-Mail: Es ändert sich nichts.',
    notYou:
      'Wenn Sie das nicht waren, ändern Sie Ihr Passwort, beenden Sie Ihre anderen Sitzungen und sagen Sie es einem Administrator.',
    youAdminister: 'Sie erhalten diese E-Mail, weil Sie Administrator sind.',
    report_not_sent_subject: 'Ein Bericht wurde nicht geschickt',
    report_not_sent_text:
      'Jemand bekommt einen Bericht nicht, den Sie per E-Mail schicken. Der Bericht, die Person und der Grund:',
    not_permitted: 'Die Person darf keine Berichte ansehen.',
    deactivated: 'Das Konto ist deaktiviert.',
    failed: 'Der Bericht konnte nicht berechnet oder die E-Mail nicht gesendet werden.',
    openReports: 'Berichte öffnen',
    youSendIt: 'Sie bekommen diese E-Mail, weil der Bericht Ihnen gehört.',
  },
  fr: {
    invitation_subject: 'Invitation à rejoindre Parley',
    invitation_text:
      'Vous êtes invité à rejoindre la boîte de réception d’une équipe dans Parley. Le lien fonctionne une seule fois et expire dans 7 jours. Invitation de :',
    acceptInvitation: 'Créer votre compte',
    notExpected: 'Si vous ne vous y attendiez pas, ignorez cet e-mail.',
    password_link_subject: 'Choisir un nouveau mot de passe pour Parley',
    password_link_text:
      'Le lien fonctionne une seule fois, pendant une heure. Un nouveau mot de passe vous déconnecte partout.',
    password_changed_subject: 'Votre mot de passe Parley a été modifié',
    password_changed_text:
      'Un nouveau mot de passe a été défini par un lien. Toutes les sessions et clés d’API personnelles ont pris fin et l’authentification unique a été dissociée.',
    factor_changed_subject: 'Votre second facteur pour Parley a été modifié',
    factor_changed_text:
      'Une application de codes ou une clé d’accès a été ajoutée ou retirée. Vos autres sessions ont pris fin.',
    factor_reset_subject: 'Votre second facteur pour Parley a été réinitialisé',
    factor_reset_text:
      'Un administrateur a retiré vos seconds facteurs. Vous vous connectez avec votre mot de passe et pouvez en configurer de nouveaux.',
    new_device_subject: 'Nouvelle connexion à Parley',
    new_device_text: 'Quelqu’un s’est connecté à votre compte avec un navigateur jamais utilisé auparavant.',
    address_held_subject: 'L’adresse d’un administrateur n’a pas été modifiée',
    address_held_text:
      'Un annuaire a envoyé une autre adresse de connexion pour un administrateur. Elle n’a pas été appliquée. Si elle est correcte, l’administrateur la saisit dans Paramètres → Profil.',
    admin_ended_subject: 'Une personne n’est plus administrateur',
    admin_ended_text:
      'Les groupes reçus d’une connexion ou d’un annuaire ne font plus de cette personne un administrateur. Si c’est une erreur, ajoutez-la de nouveau au groupe.',
    email_confirmation_subject: 'Confirmez votre adresse pour Parley',
    email_confirmation_text:
      'Le compte Parley ci-dessous doit se connecter avec cette adresse. Ne la confirmez que si ce compte est le vôtre. Le lien fonctionne une seule fois, pendant un jour.',
    email_change_asked_subject: 'Une autre adresse de connexion a été demandée',
    email_change_asked_text:
      'Votre compte Parley doit recevoir une autre adresse de connexion. Elle changera une fois la nouvelle adresse confirmée ; d’ici là, connectez-vous comme avant.',
    email_changed_subject: 'Votre adresse de connexion à Parley a été modifiée',
    email_changed_text: 'Un administrateur a défini une autre adresse de connexion pour votre compte.',
    route_changed_subject: 'La destination des messages de Parley a été modifiée',
    route_changed_text:
      'Des paramètres qui décident où vont les messages ont été modifiés : un serveur de messagerie, un expéditeur, un webhook ou une clé. Si vous ne vous y attendiez pas, vérifiez-les dans Intégrations.',
    choosePassword: 'Choisir un nouveau mot de passe',
    openProfile: 'Ouvrir votre profil',
    openAuditLog: 'Ouvrir le journal d’audit',
    notAsked: 'Si vous n’avez rien demandé, il n’y a rien à faire : votre mot de passe reste inchangé.',
    confirmAddress: 'Confirmer cette adresse',
    notAskedToConfirm: 'Si vous n’avez rien demandé, ignorez cet e-mail : rien ne change.',
    notYou:
      'Si ce n’était pas vous, changez votre mot de passe, mettez fin à vos autres sessions et prévenez un administrateur.',
    youAdminister: 'Vous recevez cet e-mail parce que vous êtes administrateur.',
    report_not_sent_subject: 'Un rapport n’a pas été envoyé',
    report_not_sent_text:
      'Un destinataire d’un rapport que vous envoyez ne le reçoit pas. Le rapport, le destinataire et la raison :',
    not_permitted: 'Cette personne n’a pas accès aux rapports.',
    deactivated: 'Son compte est désactivé.',
    failed: 'Le rapport n’a pas pu être calculé ou l’e-mail n’a pas pu être envoyé.',
    openReports: 'Ouvrir les rapports',
    youSendIt: 'Vous recevez cet e-mail car ce rapport est le vôtre.',
  },
  es: {
    invitation_subject: 'Invitación a Parley',
    invitation_text:
      'Le invitan a la bandeja de entrada de un equipo en Parley. El enlace funciona una sola vez y caduca en 7 días. Invitación de:',
    acceptInvitation: 'Crear su cuenta',
    notExpected: 'Si no lo esperaba, ignore este correo.',
    password_link_subject: 'Elige una nueva contraseña para Parley',
    password_link_text:
      'El enlace funciona una sola vez, durante una hora. Una nueva contraseña cierra todas tus sesiones.',
    password_changed_subject: 'Tu contraseña de Parley ha cambiado',
    password_changed_text:
      'Se ha establecido una nueva contraseña mediante un enlace. Se han cerrado todas las sesiones y claves de API personales y se ha desconectado el inicio de sesión único.',
    factor_changed_subject: 'Tu segundo factor de Parley ha cambiado',
    factor_changed_text:
      'Se ha añadido o quitado una aplicación de códigos o una llave de acceso. Tus otras sesiones se han cerrado.',
    factor_reset_subject: 'Tu segundo factor de Parley se ha restablecido',
    factor_reset_text:
      'Un administrador ha quitado tus segundos factores. Inicias sesión con tu contraseña y puedes configurar otros nuevos.',
    new_device_subject: 'Nuevo inicio de sesión en Parley',
    new_device_text: 'Alguien ha iniciado sesión en tu cuenta con un navegador que no se había usado antes.',
    address_held_subject: 'No se cambió la dirección de un administrador',
    address_held_text:
      'Un directorio envió otra dirección de inicio de sesión para un administrador. No se aplicó. Si es correcta, el administrador la introduce en Ajustes → Perfil.',
    admin_ended_subject: 'Una persona ya no es administradora',
    admin_ended_text:
      'Los grupos recibidos en un inicio de sesión o de un directorio ya no hacen administradora a esta persona. Si es un error, vuelve a añadirla al grupo.',
    email_confirmation_subject: 'Confirma tu dirección para Parley',
    email_confirmation_text:
      'La cuenta de Parley indicada abajo va a iniciar sesión con esta dirección. Confírmala solo si la cuenta es tuya. El enlace funciona una sola vez, durante un día.',
    email_change_asked_subject: 'Se ha pedido otra dirección de inicio de sesión',
    email_change_asked_text:
      'Tu cuenta de Parley va a tener otra dirección de inicio de sesión. Cambiará cuando se confirme la nueva; hasta entonces, inicia sesión como siempre.',
    email_changed_subject: 'Tu dirección de inicio de sesión de Parley ha cambiado',
    email_changed_text: 'Un administrador ha puesto otra dirección de inicio de sesión para tu cuenta.',
    route_changed_subject: 'Ha cambiado adónde envía Parley los mensajes',
    route_changed_text:
      'Se han cambiado ajustes que deciden adónde van los mensajes: un servidor de correo, un remitente, un webhook o una clave. Si no lo esperabas, revísalos en Integraciones.',
    choosePassword: 'Elegir nueva contraseña',
    openProfile: 'Abrir tu perfil',
    openAuditLog: 'Abrir el registro de auditoría',
    notAsked: 'Si no lo has pedido, no hay nada que hacer: tu contraseña sigue igual.',
    confirmAddress: 'Confirmar esta dirección',
    notAskedToConfirm: 'Si no lo has pedido, ignora este correo: no cambia nada.',
    notYou: 'Si no has sido tú, cambia tu contraseña, cierra tus otras sesiones y avisa a un administrador.',
    youAdminister: 'Recibes este correo porque eres administrador.',
    report_not_sent_subject: 'No se envió un informe',
    report_not_sent_text:
      'Un destinatario de un informe que usted envía no lo recibe. El informe, el destinatario y el motivo:',
    not_permitted: 'No tiene permiso para ver informes.',
    deactivated: 'Su cuenta está desactivada.',
    failed: 'No se pudo calcular el informe o enviar el correo.',
    openReports: 'Abrir los informes',
    youSendIt: 'Recibe este correo porque el informe es suyo.',
  },
  pt: {
    invitation_subject: 'Convite para o Parley',
    invitation_text:
      'Você foi convidado para a caixa de entrada de uma equipe no Parley. O link funciona uma única vez e expira em 7 dias. Convite de:',
    acceptInvitation: 'Criar sua conta',
    notExpected: 'Se você não esperava este e-mail, ignore-o.',
    password_link_subject: 'Escolha uma nova senha para o Parley',
    password_link_text: 'O link funciona uma única vez, por uma hora. Uma nova senha encerra todas as suas sessões.',
    password_changed_subject: 'Sua senha do Parley foi alterada',
    password_changed_text:
      'Uma nova senha foi definida por um link. Todas as sessões e chaves de API pessoais foram encerradas e o login único foi desconectado.',
    factor_changed_subject: 'Seu segundo fator do Parley foi alterado',
    factor_changed_text:
      'Um aplicativo de códigos ou uma chave de acesso foi adicionado ou removido. Suas outras sessões foram encerradas.',
    factor_reset_subject: 'Seu segundo fator do Parley foi redefinido',
    factor_reset_text:
      'Um administrador removeu seus segundos fatores. Você entra com sua senha e pode configurar novos.',
    new_device_subject: 'Novo acesso ao Parley',
    new_device_text: 'Alguém entrou na sua conta com um navegador que nunca tinha sido usado para isso.',
    address_held_subject: 'O endereço de um administrador não foi alterado',
    address_held_text:
      'Um diretório enviou outro endereço de acesso para um administrador. Ele não foi aplicado. Se estiver certo, o administrador o informa em Configurações → Perfil.',
    admin_ended_subject: 'Uma pessoa não é mais administradora',
    admin_ended_text:
      'Os grupos recebidos em um acesso ou de um diretório não tornam mais esta pessoa administradora. Se isso estiver errado, adicione-a de novo ao grupo.',
    email_confirmation_subject: 'Confirme seu endereço para o Parley',
    email_confirmation_text:
      'A conta do Parley abaixo vai entrar com este endereço. Confirme-o somente se a conta for sua. O link funciona uma única vez, por um dia.',
    email_change_asked_subject: 'Outro endereço de login foi pedido',
    email_change_asked_text:
      'Sua conta do Parley vai ter outro endereço de login. Ele muda quando o novo for confirmado; até lá, entre como antes.',
    email_changed_subject: 'Seu endereço de login do Parley foi alterado',
    email_changed_text: 'Um administrador definiu outro endereço de login para sua conta.',
    route_changed_subject: 'O destino das mensagens do Parley foi alterado',
    route_changed_text:
      'Foram alteradas configurações que decidem para onde vão as mensagens: um servidor de e-mail, um remetente, um webhook ou uma chave. Se você não esperava isso, confira em Integrações.',
    choosePassword: 'Escolher nova senha',
    openProfile: 'Abrir seu perfil',
    openAuditLog: 'Abrir o registro de auditoria',
    notAsked: 'Se você não pediu isso, não há nada a fazer: sua senha continua a mesma.',
    confirmAddress: 'Confirmar este endereço',
    notAskedToConfirm: 'Se você não pediu isso, ignore este e-mail: nada muda.',
    notYou: 'Se não foi você, altere sua senha, encerre suas outras sessões e avise um administrador.',
    youAdminister: 'Você recebe este e-mail porque é administrador.',
    report_not_sent_subject: 'Um relatório não foi enviado',
    report_not_sent_text:
      'Um destinatário de um relatório que você envia não o recebe. O relatório, o destinatário e o motivo:',
    not_permitted: 'Não tem permissão para ver relatórios.',
    deactivated: 'A conta está desativada.',
    failed: 'Não foi possível calcular o relatório ou enviar o e-mail.',
    openReports: 'Abrir os relatórios',
    youSendIt: 'Você recebe este e-mail porque o relatório é seu.',
  },
  it: {
    invitation_subject: 'Invito a Parley',
    invitation_text:
      'È stato invitato nella casella di un team in Parley. Il link funziona una sola volta e scade tra 7 giorni. Invito di:',
    acceptInvitation: 'Crea il suo account',
    notExpected: 'Se non se lo aspettava, ignori questa email.',
    password_link_subject: 'Scegli una nuova password per Parley',
    password_link_text: 'Il link funziona una sola volta, per un’ora. Una nuova password chiude tutte le tue sessioni.',
    password_changed_subject: 'La tua password di Parley è stata cambiata',
    password_changed_text:
      'È stata impostata una nuova password tramite un link. Tutte le sessioni e le chiavi API personali sono terminate e il single sign-on è stato scollegato.',
    factor_changed_subject: 'Il tuo secondo fattore di Parley è cambiato',
    factor_changed_text: 'Un’app di codici o una passkey è stata aggiunta o rimossa. Le altre sessioni sono terminate.',
    factor_reset_subject: 'Il tuo secondo fattore di Parley è stato reimpostato',
    factor_reset_text:
      'Un amministratore ha rimosso i tuoi secondi fattori. Accedi con la password e puoi configurarne di nuovi.',
    new_device_subject: 'Nuovo accesso a Parley',
    new_device_text: 'Qualcuno ha effettuato l’accesso al tuo account con un browser mai usato prima.',
    address_held_subject: 'L’indirizzo di un amministratore non è stato modificato',
    address_held_text:
      'Una directory ha inviato un altro indirizzo di accesso per un amministratore. Non è stato applicato. Se è corretto, l’amministratore lo inserisce in Impostazioni → Profilo.',
    admin_ended_subject: 'Una persona non è più amministratore',
    admin_ended_text:
      'I gruppi ricevuti con un accesso o da una directory non rendono più questa persona amministratore. Se è un errore, aggiungila di nuovo al gruppo.',
    email_confirmation_subject: 'Conferma il tuo indirizzo per Parley',
    email_confirmation_text:
      'L’account Parley indicato sotto deve accedere con questo indirizzo. Confermalo solo se l’account è tuo. Il link funziona una sola volta, per un giorno.',
    email_change_asked_subject: 'È stato chiesto un altro indirizzo di accesso',
    email_change_asked_text:
      'Il tuo account Parley avrà un altro indirizzo di accesso. Cambia quando il nuovo viene confermato; fino ad allora accedi come prima.',
    email_changed_subject: 'Il tuo indirizzo di accesso a Parley è stato cambiato',
    email_changed_text: 'Un amministratore ha impostato un altro indirizzo di accesso per il tuo account.',
    route_changed_subject: 'È cambiato dove Parley invia i messaggi',
    route_changed_text:
      'Sono state cambiate impostazioni che decidono dove vanno i messaggi: un server di posta, un mittente, un webhook o una chiave. Se non te lo aspettavi, controllale in Integrazioni.',
    choosePassword: 'Scegli una nuova password',
    openProfile: 'Apri il tuo profilo',
    openAuditLog: 'Apri il registro di controllo',
    notAsked: 'Se non l’hai chiesto tu, non devi fare nulla: la tua password resta com’è.',
    confirmAddress: 'Conferma questo indirizzo',
    notAskedToConfirm: 'Se non l’hai chiesto tu, ignora questa e-mail: non cambia nulla.',
    notYou: 'Se non sei stato tu, cambia la password, termina le altre sessioni e avvisa un amministratore.',
    youAdminister: 'Ricevi questa e-mail perché sei amministratore.',
    report_not_sent_subject: 'Un report non è stato inviato',
    report_not_sent_text:
      'Un destinatario di un report che invia non lo riceve. Il report, il destinatario e il motivo:',
    not_permitted: 'Non può vedere i report.',
    deactivated: 'Il suo account è disattivato.',
    failed: 'Non è stato possibile calcolare il report o inviare l’e-mail.',
    openReports: 'Apri i report',
    youSendIt: 'Riceve questa e-mail perché il report è Suo.',
  },
  nl: {
    invitation_subject: 'Uitnodiging voor Parley',
    invitation_text:
      'U bent uitgenodigd voor de inbox van een team in Parley. De link werkt één keer en verloopt na 7 dagen. Uitgenodigd door:',
    acceptInvitation: 'Account aanmaken',
    notExpected: 'Verwachtte u dit niet, negeer deze e-mail dan.',
    password_link_subject: 'Kies een nieuw wachtwoord voor Parley',
    password_link_text: 'De link werkt één keer, een uur lang. Met een nieuw wachtwoord word je overal afgemeld.',
    password_changed_subject: 'Je wachtwoord voor Parley is gewijzigd',
    password_changed_text:
      'Via een link is een nieuw wachtwoord ingesteld. Alle sessies en persoonlijke API-sleutels zijn beëindigd en single sign-on is losgekoppeld.',
    factor_changed_subject: 'Je tweede factor voor Parley is gewijzigd',
    factor_changed_text: 'Een code-app of passkey is toegevoegd of verwijderd. Je andere sessies zijn beëindigd.',
    factor_reset_subject: 'Je tweede factor voor Parley is opnieuw ingesteld',
    factor_reset_text:
      'Een beheerder heeft je tweede factoren verwijderd. Je meldt je aan met je wachtwoord en kunt nieuwe instellen.',
    new_device_subject: 'Nieuwe aanmelding bij Parley',
    new_device_text: 'Iemand heeft zich bij je account aangemeld met een browser die daar nog niet voor is gebruikt.',
    address_held_subject: 'Het adres van een beheerder is niet gewijzigd',
    address_held_text:
      'Een directory stuurde een ander aanmeldadres voor een beheerder. Het is niet overgenomen. Klopt het, dan voert de beheerder het in bij Instellingen → Profiel.',
    admin_ended_subject: 'Iemand is geen beheerder meer',
    admin_ended_text:
      'De groepen uit een aanmelding of een directory maken deze persoon niet meer tot beheerder. Klopt dat niet, voeg de persoon dan weer aan de groep toe.',
    email_confirmation_subject: 'Bevestig je adres voor Parley',
    email_confirmation_text:
      'Het Parley-account hieronder gaat zich met dit adres aanmelden. Bevestig het alleen als het account van jou is. De link werkt één keer, een dag lang.',
    email_change_asked_subject: 'Er is een ander aanmeldadres aangevraagd',
    email_change_asked_text:
      'Je Parley-account krijgt een ander aanmeldadres. Het verandert zodra dat adres is bevestigd; tot dan meld je je aan zoals eerst.',
    email_changed_subject: 'Je aanmeldadres voor Parley is gewijzigd',
    email_changed_text: 'Een beheerder heeft een ander aanmeldadres voor je account ingesteld.',
    route_changed_subject: 'Waarheen Parley berichten stuurt, is gewijzigd',
    route_changed_text:
      'Er zijn instellingen gewijzigd die bepalen waar berichten heen gaan: een mailserver, een afzender, een webhook of een sleutel. Verwachtte je dit niet, controleer ze dan bij Integraties.',
    choosePassword: 'Nieuw wachtwoord kiezen',
    openProfile: 'Profiel openen',
    openAuditLog: 'Auditlogboek openen',
    notAsked: 'Heb je dit niet aangevraagd, dan hoef je niets te doen: je wachtwoord blijft zoals het is.',
    confirmAddress: 'Dit adres bevestigen',
    notAskedToConfirm: 'Heb je dit niet aangevraagd, negeer deze e-mail dan: er verandert niets.',
    notYou: 'Was jij dit niet, wijzig dan je wachtwoord, beëindig je andere sessies en vertel het een beheerder.',
    youAdminister: 'Je krijgt deze e-mail omdat je beheerder bent.',
    report_not_sent_subject: 'Een rapport is niet gemaild',
    report_not_sent_text:
      'Een ontvanger van een rapport dat u mailt, krijgt het niet. Het rapport, de ontvanger en de reden:',
    not_permitted: 'Deze persoon mag geen rapporten bekijken.',
    deactivated: 'Het account is gedeactiveerd.',
    failed: 'Het rapport kon niet worden berekend of de mail kon niet worden verzonden.',
    openReports: 'Rapporten openen',
    youSendIt: 'U krijgt deze mail omdat het rapport van u is.',
  },
  pl: {
    invitation_subject: 'Zaproszenie do Parley',
    invitation_text: 'Zaproszono Cię do skrzynki zespołu w Parley. Link działa raz i wygasa po 7 dniach. Zaprasza:',
    acceptInvitation: 'Utwórz konto',
    notExpected: 'Jeśli się tego nie spodziewasz, zignoruj tę wiadomość.',
    password_link_subject: 'Wybierz nowe hasło do Parley',
    password_link_text:
      'Link działa raz i wygasa po godzinie. Ustawienie nowego hasła wyloguje Cię na wszystkich urządzeniach.',
    password_changed_subject: 'Twoje hasło do Parley zostało zmienione',
    password_changed_text:
      'Za pomocą linku ustawiono nowe hasło. Zakończono wszystkie sesje i osobiste klucze API oraz odłączono logowanie jednokrotne.',
    factor_changed_subject: 'Twój drugi składnik w Parley został zmieniony',
    factor_changed_text:
      'Do Twojego konta dodano lub usunięto z niego aplikację uwierzytelniającą albo klucz dostępu. Pozostałe sesje zostały zakończone.',
    factor_reset_subject: 'Twój drugi składnik w Parley został zresetowany',
    factor_reset_text: 'Administrator usunął Twoje drugie składniki. Możesz zalogować się hasłem i skonfigurować nowe.',
    new_device_subject: 'Nowe logowanie do Parley',
    new_device_text: 'Ktoś zalogował się na Twoje konto w przeglądarce, która nie była do tego wcześniej używana.',
    address_held_subject: 'Adres administratora nie został zmieniony',
    address_held_text:
      'Katalog przysłał inny adres logowania dla administratora. Nie został zastosowany. Jeśli jest poprawny, administrator wpisuje go w Ustawienia → Profil.',
    admin_ended_subject: 'Ktoś nie jest już administratorem',
    admin_ended_text:
      'Grupy przekazane przy logowaniu lub przez katalog nie dają już tej osobie roli administratora. Jeśli to pomyłka, dodaj ją ponownie do grupy.',
    email_confirmation_subject: 'Potwierdź swój adres w Parley',
    email_confirmation_text:
      'Poniższe konto Parley ma logować się tym adresem. Potwierdź go tylko, jeśli konto należy do Ciebie. Link działa raz i wygasa po jednym dniu.',
    email_change_asked_subject: 'Poproszono o inny adres logowania',
    email_change_asked_text:
      'Twoje konto Parley ma mieć inny adres logowania. Zmieni się po potwierdzeniu nowego adresu; do tego czasu loguj się jak dotąd.',
    email_changed_subject: 'Twój adres logowania do Parley został zmieniony',
    email_changed_text: 'Administrator ustawił inny adres logowania dla Twojego konta.',
    route_changed_subject: 'Zmieniono miejsca, do których Parley wysyła wiadomości',
    route_changed_text:
      'Zmieniono ustawienia, które decydują, dokąd trafiają wiadomości: serwer poczty, nadawcę, webhook lub klucz. Jeśli to nieoczekiwane, sprawdź je w Integracjach.',
    choosePassword: 'Wybierz nowe hasło',
    openProfile: 'Otwórz profil',
    openAuditLog: 'Otwórz dziennik audytu',
    notAsked: 'Jeśli to nie Twoja prośba, nic nie musisz robić: hasło pozostaje bez zmian.',
    confirmAddress: 'Potwierdź ten adres',
    notAskedToConfirm: 'Jeśli to nie Twoja prośba, zignoruj tę wiadomość: nic się nie zmieni.',
    notYou: 'Jeśli to nie Ty, zmień hasło, zakończ pozostałe sesje i powiadom administratora.',
    youAdminister: 'Otrzymujesz tę wiadomość, ponieważ jesteś administratorem.',
    report_not_sent_subject: 'Raport nie został wysłany',
    report_not_sent_text: 'Odbiorca raportu, który wysyłasz, nie otrzymuje go. Raport, odbiorca i powód:',
    not_permitted: 'Ta osoba nie może przeglądać raportów.',
    deactivated: 'Konto jest dezaktywowane.',
    failed: 'Nie udało się obliczyć raportu lub wysłać wiadomości.',
    openReports: 'Otwórz raporty',
    youSendIt: 'Otrzymujesz tę wiadomość, ponieważ raport należy do Ciebie.',
  },
  tr: {
    invitation_subject: 'Parley daveti',
    invitation_text:
      'Parley’de bir ekibin gelen kutusuna davet edildiniz. Bağlantı bir kez çalışır ve 7 gün içinde sona erer. Davet eden:',
    acceptInvitation: 'Hesabınızı oluşturun',
    notExpected: 'Bunu beklemiyorsanız bu e-postayı yok sayın.',
    password_link_subject: 'Parley için yeni bir parola seçin',
    password_link_text:
      'Bağlantı bir kez çalışır ve bir saat içinde geçerliliğini yitirir. Yeni parola her yerdeki oturumunuzu kapatır.',
    password_changed_subject: 'Parley parolanız değiştirildi',
    password_changed_text:
      'Bir bağlantıyla yeni parola belirlendi. Tüm oturumlar ve kişisel API anahtarları sonlandırıldı, tek oturum açma bağlantısı kaldırıldı.',
    factor_changed_subject: 'Parley iki aşamalı doğrulamanız değiştirildi',
    factor_changed_text:
      'Hesabınıza bir kimlik doğrulama uygulaması veya geçiş anahtarı eklendi ya da kaldırıldı. Diğer oturumlarınız sonlandırıldı.',
    factor_reset_subject: 'Parley iki aşamalı doğrulamanız sıfırlandı',
    factor_reset_text:
      'Bir yönetici iki aşamalı doğrulamanızı kaldırdı. Parolanızla oturum açıp yeniden kurabilirsiniz.',
    new_device_subject: 'Parley’de yeni oturum',
    new_device_text: 'Daha önce hesabınız için kullanılmamış bir tarayıcıyla oturum açıldı.',
    address_held_subject: 'Bir yöneticinin adresi değiştirilmedi',
    address_held_text:
      'Bir dizin, bir yönetici için başka bir oturum açma adresi gönderdi. Uygulanmadı. Doğruysa yönetici onu Ayarlar → Profil bölümünde girer.',
    admin_ended_subject: 'Bir kişi artık yönetici değil',
    admin_ended_text:
      'Bir oturum açmayla veya dizinden gelen gruplar bu kişiyi artık yönetici yapmıyor. Bu yanlışsa kişiyi gruba yeniden ekleyin.',
    email_confirmation_subject: 'Parley için adresinizi onaylayın',
    email_confirmation_text:
      'Aşağıdaki Parley hesabı bu adresle oturum açacak. Yalnızca hesap sizinse onaylayın. Bağlantı bir kez çalışır ve bir gün içinde geçerliliğini yitirir.',
    email_change_asked_subject: 'Başka bir oturum açma adresi istendi',
    email_change_asked_text:
      'Parley hesabınızın oturum açma adresi değişecek. Yeni adres onaylanınca değişir; o zamana kadar önceki gibi oturum açın.',
    email_changed_subject: 'Parley oturum açma adresiniz değiştirildi',
    email_changed_text: 'Bir yönetici hesabınız için başka bir oturum açma adresi belirledi.',
    route_changed_subject: 'Parley’nin mesajları nereye gönderdiği değiştirildi',
    route_changed_text:
      'Mesajların nereye gideceğini belirleyen ayarlar değiştirildi: bir posta sunucusu, gönderen, webhook veya anahtar. Bunu beklemiyorsanız Entegrasyonlar bölümünde kontrol edin.',
    choosePassword: 'Yeni parola seç',
    openProfile: 'Profilinizi açın',
    openAuditLog: 'Denetim günlüğünü açın',
    notAsked: 'Bunu siz istemediyseniz yapmanız gereken bir şey yok: parolanız olduğu gibi kalır.',
    confirmAddress: 'Bu adresi onayla',
    notAskedToConfirm: 'Bunu siz istemediyseniz bu e-postayı yok sayın: hiçbir şey değişmez.',
    notYou: 'Bu siz değilseniz parolanızı değiştirin, diğer oturumlarınızı sonlandırın ve bir yöneticiye bildirin.',
    youAdminister: 'Bu e-postayı yönetici olduğunuz için alıyorsunuz.',
    report_not_sent_subject: 'Bir rapor gönderilmedi',
    report_not_sent_text: 'Gönderdiğiniz bir raporu bir alıcı almıyor. Rapor, alıcı ve nedeni:',
    not_permitted: 'Raporları görme izni yok.',
    deactivated: 'Hesabı devre dışı.',
    failed: 'Rapor hesaplanamadı veya e-posta gönderilemedi.',
    openReports: 'Raporları aç',
    youSendIt: 'Bu e-postayı, rapor size ait olduğu için alıyorsunuz.',
  },
  ja: {
    invitation_subject: 'Parley への招待',
    invitation_text:
      'Parley のチームの受信トレイに招待されました。リンクは 1 回だけ使用でき、7 日で期限切れになります。招待者:',
    acceptInvitation: 'アカウントを作成',
    notExpected: '心当たりがない場合は、このメールを無視してください。',
    password_link_subject: 'Parleyの新しいパスワードを設定してください',
    password_link_text:
      'リンクは1回だけ使え、1時間で無効になります。新しいパスワードを設定すると、すべての場所でログアウトします。',
    password_changed_subject: 'Parleyのパスワードが変更されました',
    password_changed_text:
      'リンクから新しいパスワードが設定されました。すべてのセッションと個人のAPIキーが無効になり、シングルサインオンの連携も解除されました。',
    factor_changed_subject: 'Parleyの2要素認証が変更されました',
    factor_changed_text:
      'アカウントに認証アプリまたはパスキーが追加されたか、削除されました。ほかのセッションは終了しました。',
    factor_reset_subject: 'Parleyの2要素認証がリセットされました',
    factor_reset_text: '管理者が2要素認証を削除しました。パスワードでログインし、改めて設定できます。',
    new_device_subject: 'Parleyへの新しいログイン',
    new_device_text: 'これまで使われたことのないブラウザーから、あなたのアカウントにログインがありました。',
    address_held_subject: '管理者のアドレスは変更されませんでした',
    address_held_text:
      'ディレクトリから管理者の別のログインアドレスが送られましたが、適用していません。正しい場合は、本人が「設定 → プロフィール」で入力してください。',
    admin_ended_subject: '管理者ではなくなった人がいます',
    admin_ended_text:
      'ログイン時またはディレクトリから届いたグループでは、この人は管理者ではなくなりました。誤りの場合は、もう一度グループに追加してください。',
    email_confirmation_subject: 'Parleyのアドレスを確認してください',
    email_confirmation_text:
      '下記のParleyアカウントが、このアドレスでログインするようになります。ご自身のアカウントの場合だけ確認してください。リンクは1回だけ使え、1日で無効になります。',
    email_change_asked_subject: '別のログインアドレスが申請されました',
    email_change_asked_text:
      'Parleyアカウントのログインアドレスが変更されます。新しいアドレスが確認されると切り替わり、それまでは今までどおりログインできます。',
    email_changed_subject: 'Parleyのログインアドレスが変更されました',
    email_changed_text: '管理者があなたのアカウントに別のログインアドレスを設定しました。',
    route_changed_subject: 'Parleyのメッセージの送信先が変更されました',
    route_changed_text:
      'メッセージの送信先を決める設定（メールサーバー、送信者、Webhook、キー）が変更されました。心当たりがない場合は、「連携」で確認してください。',
    choosePassword: '新しいパスワードを設定',
    openProfile: 'プロフィールを開く',
    openAuditLog: '監査ログを開く',
    notAsked: '心当たりがない場合は何もする必要はありません。パスワードはそのままです。',
    confirmAddress: 'このアドレスを確認',
    notAskedToConfirm: '心当たりがない場合は、このメールを無視してください。何も変わりません。',
    notYou: '心当たりがない場合は、パスワードを変更し、ほかのセッションを終了して、管理者に連絡してください。',
    youAdminister: 'このメールは管理者にお送りしています。',
    report_not_sent_subject: 'レポートを送信できませんでした',
    report_not_sent_text: '送信設定したレポートが受信者に届いていません。レポート、受信者、理由は次のとおりです。',
    not_permitted: 'レポートを表示する権限がありません。',
    deactivated: 'アカウントが無効になっています。',
    failed: 'レポートを計算できなかったか、メールを送信できませんでした。',
    openReports: 'レポートを開く',
    youSendIt: 'このレポートの所有者のため、このメールをお送りしています。',
  },
  zh: {
    invitation_subject: 'Parley 邀请',
    invitation_text: '您受邀加入 Parley 中的团队收件箱。该链接只能使用一次，7 天后失效。邀请人：',
    acceptInvitation: '创建您的账户',
    notExpected: '如果这不是您预期的邮件，请忽略它。',
    password_link_subject: '为 Parley 设置新密码',
    password_link_text: '该链接仅能使用一次，一小时后失效。设置新密码后，您将在所有设备上退出登录。',
    password_changed_subject: '您的 Parley 密码已更改',
    password_changed_text: '已通过链接设置新密码。所有会话和个人 API 密钥均已结束，单点登录已断开。',
    factor_changed_subject: '您的 Parley 双重验证已更改',
    factor_changed_text: '您的账号添加或移除了身份验证器应用或通行密钥。您的其他会话已结束。',
    factor_reset_subject: '您的 Parley 双重验证已重置',
    factor_reset_text: '管理员移除了您的双重验证。您可以用密码登录并重新设置。',
    new_device_subject: 'Parley 有新的登录',
    new_device_text: '有人使用从未用过的浏览器登录了您的账号。',
    address_held_subject: '管理员的地址未更改',
    address_held_text:
      '目录为一位管理员发送了另一个登录地址，该地址未生效。如果正确，请由该管理员在“设置 → 个人资料”中填写。',
    admin_ended_subject: '有人不再是管理员',
    admin_ended_text: '登录时或目录提供的群组不再使此人成为管理员。如果有误，请将其重新加入群组。',
    email_confirmation_subject: '请确认您的 Parley 地址',
    email_confirmation_text:
      '下列 Parley 账号将使用此地址登录。请仅在该账号属于您时确认。链接仅能使用一次，一天后失效。',
    email_change_asked_subject: '有人请求更换登录地址',
    email_change_asked_text: '您的 Parley 账号将更换登录地址。新地址确认后才会更换；在此之前请照常登录。',
    email_changed_subject: '您的 Parley 登录地址已更改',
    email_changed_text: '管理员为您的账号设置了另一个登录地址。',
    route_changed_subject: 'Parley 的消息发送去向已更改',
    route_changed_text:
      '决定消息发送去向的设置已更改：邮件服务器、发件人、Webhook 或密钥。如果这不在您的预期之中，请在“集成”中检查。',
    choosePassword: '设置新密码',
    openProfile: '打开个人资料',
    openAuditLog: '打开审计日志',
    notAsked: '如果不是您本人请求，无需任何操作：您的密码保持不变。',
    confirmAddress: '确认此地址',
    notAskedToConfirm: '如果不是您本人请求，请忽略此邮件：不会有任何更改。',
    notYou: '如果不是您本人，请更改密码、结束其他会话并告知管理员。',
    youAdminister: '您收到此邮件是因为您是管理员。',
    report_not_sent_subject: '有一份报告未能发送',
    report_not_sent_text: '您发送的报告有一位收件人未能收到。报告、收件人和原因：',
    not_permitted: '此人无权查看报告。',
    deactivated: '其账号已停用。',
    failed: '无法计算报告，或邮件无法发送。',
    openReports: '打开报告',
    youSendIt: '您收到此邮件，是因为该报告属于您。',
  },
  ar: {
    invitation_subject: 'دعوة إلى Parley',
    invitation_text:
      'تمت دعوتك إلى صندوق وارد فريق في Parley. يعمل الرابط مرة واحدة وتنتهي صلاحيته بعد 7 أيام. الدعوة من:',
    acceptInvitation: 'أنشئ حسابك',
    notExpected: 'إذا لم تكن تتوقع هذه الرسالة، فتجاهلها.',
    password_link_subject: 'اختيار كلمة مرور جديدة لـ Parley',
    password_link_text: 'يعمل الرابط مرة واحدة وتنتهي صلاحيته بعد ساعة. تعيين كلمة مرور جديدة يسجّل خروجك من كل مكان.',
    password_changed_subject: 'تم تغيير كلمة مرورك في Parley',
    password_changed_text:
      'تم تعيين كلمة مرور جديدة عبر رابط. انتهت جميع الجلسات ومفاتيح API الشخصية، وفُصل تسجيل الدخول الموحّد.',
    factor_changed_subject: 'تم تغيير العامل الثاني لحسابك في Parley',
    factor_changed_text: 'أُضيف تطبيق مصادقة أو مفتاح مرور إلى حسابك أو أُزيل منه. انتهت جلساتك الأخرى.',
    factor_reset_subject: 'تمت إعادة تعيين العامل الثاني لحسابك في Parley',
    factor_reset_text: 'أزال أحد المسؤولين العوامل الثانية لحسابك. سجّل الدخول بكلمة المرور ويمكنك إعداد عوامل جديدة.',
    new_device_subject: 'تسجيل دخول جديد إلى Parley',
    new_device_text: 'تم تسجيل الدخول إلى حسابك من متصفح لم يُستخدم لذلك من قبل.',
    address_held_subject: 'لم يتغيّر عنوان أحد المسؤولين',
    address_held_text:
      'أرسل دليلٌ عنوان تسجيل دخول آخر لأحد المسؤولين، ولم يُطبَّق. إن كان صحيحًا فليُدخله المسؤول في الإعدادات ← الملف الشخصي.',
    admin_ended_subject: 'لم يعد أحد الأشخاص مسؤولًا',
    admin_ended_text:
      'المجموعات الواردة مع تسجيل دخول أو من دليل لم تعد تجعل هذا الشخص مسؤولًا. إن كان ذلك خطأ فأضفه إلى المجموعة من جديد.',
    email_confirmation_subject: 'أكّد عنوانك في Parley',
    email_confirmation_text:
      'حساب Parley المذكور أدناه سيسجّل الدخول بهذا العنوان. أكّده فقط إن كان الحساب حسابك. يعمل الرابط مرة واحدة وتنتهي صلاحيته بعد يوم.',
    email_change_asked_subject: 'طُلب عنوان آخر لتسجيل الدخول',
    email_change_asked_text:
      'سيصبح لحسابك في Parley عنوان آخر لتسجيل الدخول. يتغيّر بعد تأكيد العنوان الجديد، وحتى ذلك الحين تسجّل الدخول كما كنت.',
    email_changed_subject: 'تغيّر عنوان تسجيل دخولك إلى Parley',
    email_changed_text: 'حدّد أحد المسؤولين عنوانًا آخر لتسجيل الدخول إلى حسابك.',
    route_changed_subject: 'تغيّرت وجهة رسائل Parley',
    route_changed_text:
      'تغيّرت إعدادات تحدد وجهة الرسائل: خادم بريد أو مُرسِل أو Webhook أو مفتاح. إن لم تكن تتوقع ذلك فراجعها في التكاملات.',
    choosePassword: 'اختيار كلمة مرور جديدة',
    openProfile: 'فتح الملف الشخصي',
    openAuditLog: 'فتح سجل التدقيق',
    notAsked: 'إذا لم تطلب ذلك، فلا حاجة إلى أي إجراء: تبقى كلمة مرورك كما هي.',
    confirmAddress: 'تأكيد هذا العنوان',
    notAskedToConfirm: 'إذا لم تطلب ذلك، فتجاهل هذه الرسالة: لن يتغيّر شيء.',
    notYou: 'إذا لم تكن أنت، فغيّر كلمة المرور وأنهِ جلساتك الأخرى وأخبر أحد المسؤولين.',
    youAdminister: 'تصلك هذه الرسالة لأنك مسؤول.',
    report_not_sent_subject: 'تقرير لم يُرسل',
    report_not_sent_text: 'أحد مستلمي تقرير ترسله لا يصله. التقرير والمستلم والسبب:',
    not_permitted: 'لا يملك صلاحية الاطلاع على التقارير.',
    deactivated: 'حسابه معطّل.',
    failed: 'تعذّر حساب التقرير أو إرسال الرسالة.',
    openReports: 'فتح التقارير',
    youSendIt: 'تصلك هذه الرسالة لأن التقرير لك.',
  },
});
